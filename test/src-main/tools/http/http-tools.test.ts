import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

type Curl = { method: string; url: string; body: string | null; warnings: string[] }
const curl = async (command: string) => (await runTool('api-curl-parse', { command })) as Curl

describe('api-curl-parse', () => {
  it.each<[string, object]>([
    ["curl $'https://a.test/\\u00e4' --data-raw $'a\\nb\\'c'", { body: "a\nb'c", method: 'POST' }],
    [
      'curl -XPOST -HA:b -dx=1 -k https://a.test',
      {
        headers: [
          { name: 'A', value: 'b' },
          { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        ],
        insecure: true,
      },
    ],
    ['curl -I https://a.test', { method: 'HEAD' }],
    ['curl -T f.txt https://a.test', { method: 'PUT', body_kind: 'file' }],
    [
      "curl https://a.test -F 'f=@x.png' -F n=1",
      {
        method: 'POST',
        body_kind: 'multipart',
        form: [
          { name: 'f', value: 'x.png', file: true },
          { name: 'n', value: '1', file: false },
        ],
      },
    ],
    [
      'curl https://a.test -H "Accept:" -H "X-Empty;" -A me',
      {
        headers: [
          { name: 'X-Empty', value: '' },
          { name: 'User-Agent', value: 'me' },
        ],
      },
    ],
    [
      'curl https://a.test -d @body.json -H "content-type: application/json"',
      { body: '@body.json', body_kind: 'file' },
    ],
    [
      'curl "https://a.test/?q=$HOME&x=`id`"',
      {
        query: [
          { name: 'q', value: '$HOME' },
          { name: 'x', value: '`id`' },
        ],
      },
    ],
    ['curl -L --no-location -d a -- https://a.test', { follow_redirects: false, url: 'https://a.test/' }],
    ['$ curl https://a.test -u me', { auth: { user: 'me', password: null } }],
    ['curl https://a.test#frag', { url: 'https://a.test/#frag' }],
  ])('reads %s', async (command, expected) => {
    expect(await curl(command)).toMatchObject(expected)
  })

  it('stops where another command begins, and says so', async () => {
    for (const rest of ['| jq .', '> out.txt', '&& rm -rf x', '; ls', '# note']) {
      const { url, warnings } = await curl(`curl https://a.test ${rest}`)
      expect(url).toBe('https://a.test/')
      expect(warnings).toHaveLength(1)
    }
    expect((await curl('curl https://a.test --brand-new -?')).warnings).toHaveLength(2)
  })

  // curl's manual: "the argument is the text following on its right side. (Added in 8.16.0)"
  // Catches: a DELETE that is answered as a GET.
  it.each([
    ['--request=DELETE', { method: 'DELETE' }, /8\.16/],
    ['--data=a=1', { method: 'POST', body: 'a=1' }, /8\.16/],
    ['--location=1', { follow_redirects: false }, /--location takes no value/],
    ['--brand-new=1', { method: 'GET' }, /--brand-new=1 is not known/],
  ])('reads %s as curl 8.16 does, and says so', async (option, expected, warning) => {
    const request = await curl(`curl ${option} https://a.test`)
    expect(request).toMatchObject(expected)
    expect(request.warnings).toEqual([expect.stringMatching(warning)])
  })

  // Catches: two requests that are answered as one with the method of the second.
  it('answers with the first request of several, and says so', async () => {
    for (const next of ['--next', '-:']) {
      const request = await curl(`curl -d a https://a.test ${next} -X PUT https://b.test`)
      expect(request).toMatchObject({ method: 'POST', url: 'https://a.test/' })
      expect(request.warnings).toEqual([expect.stringContaining(next)])
    }
  })

  it.each([
    'wget https://a.test',
    'curl',
    "curl 'open",
    'curl -H',
    'curl http://[',
    ''.padEnd(5),
    'curl "a\\',
  ])('refuses %j', async (command) => {
    await expect(curl(command)).rejects.toMatchObject({ name: 'InvalidInput', path: 'command' })
  })

  it('reads a long command at once', async () => {
    const read = async () => {
      await curl(`curl https://a.test -d '${'x'.repeat(90_000)}'`)
      await curl(`curl https://a.test ${'-d a=1 '.repeat(12_000)}`)
      await expect(curl(`curl ${'\\"'.repeat(45_000)}"`)).rejects.toThrow()
    }
    expect(await cpuMsOf(read)).toBeLessThan(1_000)
  })
})

describe('enrich-http-status-explain', () => {
  it.each([
    [
      404,
      { name: 'Not Found', registered: true, class: 'client error', cacheable: true, retryable: false },
    ],
    [429, { name: 'Too Many Requests', retryable: true }],
    [503, { name: 'Service Unavailable', retryable: true, class: 'server error' }],
    [299, { name: null, registered: false, class: 'success', meaning: expect.stringMatching(/success/) }],
    [
      522,
      { registered: false, vendors: [{ vendor: 'Cloudflare', name: expect.stringMatching(/timed out/i) }] },
    ],
    [499, { vendors: [{ vendor: 'nginx' }] }],
    // IANA's names, which RFC 9110 changed.
    [413, { name: 'Content Too Large', registered: true }],
    [422, { name: 'Unprocessable Content', registered: true }],
    [418, { name: '(Unused)', registered: true }],
    [306, { name: '(Unused)', registered: true }],
    [509, { name: null, registered: false }],
    [302, { name: 'Found' }],
  ])('explains %i', async (code, expected) => {
    expect(await runTool('enrich-http-status-explain', { code })).toMatchObject(expected)
  })
})

describe('enrich-useragent-parse', () => {
  it.each([
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
      { os: { name: 'Chrome OS' }, device: { type: 'desktop' }, is_bot: false },
    ],
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
    ['x', { browser: { name: null, version: null }, device: { type: 'other' }, is_bot: false }],
    ['python-requests/2.31.0', { browser: { name: 'python-requests', version: '2.31.0' }, is_bot: true }],
  ])('reads %s', async (user_agent, expected) => {
    expect(await runTool('enrich-useragent-parse', { user_agent })).toMatchObject(expected)
  })
})

describe('security-header-audit', () => {
  const findingsOf = async (headers: object, https = true) => {
    const { findings } = (await runTool('security-header-audit', { headers, https })) as {
      findings: { header: string; level: string; message: string }[]
    }
    return findings.map(({ header, level }) => `${header} ${level}`)
  }

  it.each<[string, object, string, boolean]>([
    [
      'a short HSTS',
      { 'strict-transport-security': 'max-age=300' },
      'Strict-Transport-Security medium',
      true,
    ],
    [
      'an HSTS without age',
      { 'strict-transport-security': 'preload' },
      'Strict-Transport-Security high',
      true,
    ],
    [
      'inline scripts',
      { 'content-security-policy': "script-src 'unsafe-inline'" },
      'Content-Security-Policy high',
      true,
    ],
    [
      'inline scripts that a nonce switches off',
      { 'content-security-policy': "script-src 'nonce-a' 'unsafe-inline'" },
      'Content-Security-Policy high',
      false,
    ],
    [
      'two policies, one of them strict',
      { 'content-security-policy': ['script-src *', "default-src 'none'; base-uri 'none'"] },
      'Content-Security-Policy high',
      false,
    ],
    ['ALLOW-FROM', { 'x-frame-options': 'ALLOW-FROM https://a.test' }, 'X-Frame-Options medium', true],
    [
      'frame-ancestors',
      { 'content-security-policy': "frame-ancestors 'none'" },
      'X-Frame-Options medium',
      false,
    ],
    ['a bare cookie', { 'Set-Cookie': 'a=1' }, 'Set-Cookie medium', true],
    ['a good cookie', { 'Set-Cookie': 'a=1; secure; HttpOnly; samesite=lax' }, 'Set-Cookie low', false],
    [
      'an origin of null',
      { 'access-control-allow-origin': 'null' },
      'Access-Control-Allow-Origin high',
      true,
    ],
    // RFC 6797, 6.1.1. Catches: a header that is switched off and counts for more than none.
    [
      'HSTS that is switched off',
      { 'Strict-Transport-Security': 'max-age=0' },
      'Strict-Transport-Security high',
      true,
    ],
    // Fetch, "determine nosniff": the first value counts.
    [
      'nosniff that is sent twice',
      { 'X-Content-Type-Options': 'nosniff, nosniff' },
      'X-Content-Type-Options medium',
      false,
    ],
    ['a version', { Server: 'nginx/1.25' }, 'Server low', true],
  ])('judges %s', async (_name, headers, finding, isFound) => {
    expect((await findingsOf(headers)).includes(finding)).toBe(isFound)
  })

  it('gives F without any header, and asks for no HSTS without HTTPS', async () => {
    expect(await runTool('security-header-audit', { headers: {} })).toMatchObject({ grade: 'F' })
    expect((await findingsOf({}, false)).join()).not.toContain('Strict-Transport-Security')
    await expect(findingsOf({ 'a b': 'c' })).rejects.toMatchObject({ path: 'headers' })
  })
})
