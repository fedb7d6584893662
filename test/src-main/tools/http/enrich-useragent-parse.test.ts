import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('enrich-useragent-parse', () => {
  it.each<[userAgent: string, expected: object]>([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      {
        browser: { name: 'Safari', version: '17.4' },
        os: { name: 'iOS', version: '17.4' },
        device: { type: 'mobile', vendor: 'Apple', model: 'iPhone' },
      },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.2210.91',
      { browser: { name: 'Microsoft Edge', version: '120.0.2210.91' }, engine: { name: 'Blink' } },
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
      { os: { name: 'Chrome OS', version: '14541.0.0' }, device: { type: 'desktop' }, is_bot: false },
    ],
    // Microsoft's list of the versions of its kernel.
    ...[
      ['10.0', '10'],
      ['6.3', '8.1'],
      ['6.1', '7'],
      ['6.0', 'Vista'],
      ['5.1', 'XP'],
    ].map(([kernel, version]): [string, object] => [
      `Mozilla/5.0 (Windows NT ${kernel}; rv:52.0) Gecko/20100101 Firefox/52.0`,
      { os: { name: 'Windows', version } },
    ]),
    // From uap-core: distributions by their names, and boxes of televisions.
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0',
      { os: { name: 'Ubuntu', version: null }, device: { type: 'desktop' } },
    ],
    [
      'Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9.0.1) Gecko/2008072820 Debian/3.0.1 Firefox/3.0.1',
      { os: { name: 'Debian' } },
    ],
    [
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows 98)',
      { os: { name: 'Windows', version: '98' }, device: { type: 'desktop' } },
    ],
    [
      'Mozilla/5.0 (X11; SunOS i86pc; rv:24.0) Gecko/20100101 Firefox/24.0',
      { os: { name: 'Solaris', version: null } },
    ],
    [
      'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.212 Safari/537.36 CrKey/1.56.500000',
      { os: { name: 'Chromecast', version: '1.56.500000' }, device: { type: 'tv' } },
    ],
    [
      'AppleCoreMedia/1.0.0.20K71 (Apple TV; U; CPU OS 16_1 like Mac OS X; en_us)',
      { os: { name: 'tvOS', version: '16.1' }, device: { type: 'tv' } },
    ],
    [
      'Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en) AppleWebKit/534.11+ (KHTML, like Gecko) Version/7.1.0.346 Mobile Safari/534.11+',
      { os: { name: 'BlackBerry', version: '7.1.0.346' } },
    ],
    // From uap-core's test_os.yaml.
    [
      'Mozilla/5.0 (Linux; GoogleTV 3.2; LG Google TV G3 Build/MASTER) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.77 Safari/534.24',
      { os: { name: 'Google TV', version: '3.2' } },
    ],
    [
      'Mozilla/4.0 (compatible; Linux 2.6.10) NetFront/3.3 Kindle/1.0 (screen 600x800)',
      { os: { name: 'Kindle', version: '1.0' } },
    ],
    ['BBCNewsUKWatchApp/4.3.0 (Watch1,2; watchOS 3.2.2)', { os: { name: 'watchOS', version: '3.2.2' } }],
    ['Deezer/4.8.2 (iOS; 7.1; Mobile; de)', { os: { name: 'iOS', version: '7.1' } }],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_5) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/102 Version/11.1.1 Safari/605.1.15',
      { os: { name: 'iOS', version: null } },
    ],
    [
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; XBLWP7; ZuneWP7)',
      { os: { name: 'Windows Phone' } },
    ],
    ['Dalvik/2.1.0 (Linux; U; Android 8.0.0; SM-G930F Build/R16NW)', { device: { type: 'mobile' } }],
    // Examples of ua-parser's uap-core and of the browsers' makers.
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Mobile Safari/537.36',
      { device: { type: 'mobile', vendor: 'Samsung', model: 'SM-S918B' } },
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      { device: { type: 'mobile', vendor: 'Google', model: 'Pixel 8 Pro' } },
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      { device: { type: 'mobile', vendor: null, model: null } },
    ],
    [
      'Mozilla/5.0 (X11; FreeBSD amd64; rv:121.0) Gecko/20100101 Firefox/121.0',
      { os: { name: 'FreeBSD' }, device: { type: 'desktop', vendor: null, model: null } },
    ],
    [
      'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
      { browser: { name: 'Opera Mini', version: '7.1.32052' }, os: { name: null } },
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 11; en-us; SM-A515F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0 UCBrowser/13.4 Mobile Safari/537.36',
      { browser: { name: 'UC Browser', version: '13.4' } },
    ],
    // From uap-core: programs with a browser inside, browsers on another's engine, and crawlers by their own names.
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 11_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15G77 [FBAN/FBIOS;FBAV/194.0.0.38.99;FBBV/127868476]',
      {
        browser: { name: 'Facebook', version: '194.0.0.38.99' },
        device: { type: 'mobile' },
        is_bot: false,
      },
    ],
    [
      'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/49.0 Chrome/43.0.2357.138 Safari/537.36',
      { browser: { name: 'Coc Coc', version: '49.0' } },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0.2661.102 UBrowser/5.7.14488.1025 Safari/537.36',
      { browser: { name: 'UC Browser', version: '5.7.14488.1025' } },
    ],
    [
      'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      { browser: { name: 'bingbot', version: '2.0' }, device: { type: 'bot' }, is_bot: true },
    ],
    [
      'Mozilla/5.0 (compatible; SemrushBot/1.2~bl; +http://www.semrush.com/bot.html)',
      { browser: { name: 'SemrushBot', version: '1.2' }, device: { type: 'bot' }, is_bot: true },
    ],
    ['x', { browser: { name: 'x', version: null }, device: { type: 'other' }, is_bot: true }],
    ['python-requests/2.31.0', { browser: { name: 'python-requests', version: '2.31.0' }, is_bot: true }],
  ])('reads %s', async (user_agent, expected) => {
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject(expected)
  })

  // Apple's table of kernels; Microsoft, "Understanding user-agent strings"; Amazon, "Silk user agents".
  it.each([
    ['App/53 CFNetwork/1410.0.3 Darwin/22.6.0', { name: 'iOS', version: '16' }],
    ['App/53 CFNetwork/711.2.23 Darwin/14.0.0', { name: 'iOS', version: null }],
    ['App/1 CFNetwork/596.3.3 Darwin/12.3.0 (x86_64) (MacBookPro7,1)', { name: 'macOS', version: '10.8' }],
    ['App/1 CFNetwork/3826.500 Darwin/25.0.0', { name: 'iOS', version: '26' }],
    ['UCWEB/2.0 (iOS; U; iPh OS 5_0_1; zh-CN; iPh4,1) U2/1.0.0 Mobile', { name: 'iOS', version: '5.0.1' }],
    [
      'Mozilla/5.0 (Linux; U; en-us; KFTT Build/IML74K) AppleWebKit/535.19 (KHTML, like Gecko) Silk/2.0 Safari/535.19',
      { name: 'Android', version: null },
    ],
  ])('names the system of %s', async (user_agent, os) => {
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject({ os })
  })

  // As the services that send them say.
  // Catches: programs whose name has no bot or crawler in it, taken for the browser that they pretend to be.
  it.each([
    [
      'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
      'BingPreview',
    ],
    [
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'GoogleImageProxy',
    ],
    ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'Claude-User'],
    ['Mozilla/5.0 (compatible; PRTG Network Monitor (www.paessler.com); Windows)', 'PRTG Network Monitor'],
    [
      'Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.19041.1682',
      'WindowsPowerShell',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
      'HeadlessChrome',
    ],
    ['Mediapartners-Google', 'Mediapartners-Google'],
    ['anthropic-ai', 'anthropic-ai'],
  ])('tells that %s is a program', async (user_agent, name) => {
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject({
      browser: { name },
      is_bot: true,
    })
  })

  // Catches: a maker, a model or a format of pages whose name is also a word of programs.
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 8.1.0; CUBOT A5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.157 Mobile Safari/537.36',
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 8.1.0; Radar Deluxe 2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.99 Mobile Safari/537.36',
      'mobile',
    ],
    [
      'SAMSUNG-GT-S5230/S523MXEIL2 SHP/VPP/R5 Jasmine/1.0 Nextreaming profile/MIDP-2.1 configuration/CLDC-1.1',
      'mobile',
    ],
    [
      'UCWEB/2.0 (MIDP-2.0; U; Adr 8.1.0; en-US; MI_PLAY) U2/1.0.0 UCBrowser/9.8.0.534 U2/1.0.0 Mobile',
      'mobile',
    ],
    ['Dalvik/2.1.0 (Linux; U; Android 7.0; Doro 8040 Build/S10A_903)', 'mobile'],
    [
      'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/55.0.2883.91 Safari/537.36 HbbTV/1.5.1 (+DRM; Expressluck; 4KTV;)',
      'tv',
    ],
    [
      'Microsoft Office Word/16.78.1008 (Mac OS/14.0; Desktop; en-US; NonAppStore; Apple/Mac15,10)',
      'desktop',
    ],
    ['Reeder/1020.09.00 CFNetwork/596.3.3 Darwin/12.3.0 (x86_64) (iMac9%2C1)', 'desktop'],
    ['Spotify/8.7.70 iOS/16.0 (iPhone14,7)', 'mobile'],
    ['ELinks/0.13.2 (textmode; Linux; 80x24-2)', 'desktop'],
  ])('tells that a person holds what sends %s', async (user_agent, type) => {
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject({
      device: { type },
      is_bot: false,
    })
  })

  it('takes the version of UC Browser from its name and not from its platform', async () => {
    const user_agent =
      'UCWEB/2.0 (MIDP-2.0; U; Adr 8.1.0; en-US; MI_PLAY) U2/1.0.0 UCBrowser/9.8.0.534 U2/1.0.0 Mobile'
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject({
      browser: { name: 'UC Browser', version: '9.8.0.534' },
      os: { name: 'Android', version: '8.1.0' },
    })
  })

  it('knows Internet Explorer in Compatibility View by its engine', async () => {
    const user_agent = 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/6.0; SLCC2)'
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject({
      browser: { name: 'Internet Explorer', version: '10.0' },
    })
  })
})
