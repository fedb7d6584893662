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
    ['curl https://a.test#frag', { url: 'https://a.test/' }],
  ])('reads %s', async (command, expected) => {
    expect(await curl(command)).toMatchObject(expected)
  })

  it.each(['abc', '-1', '5s', ''])('refuses the time "%s", as curl does', async (seconds) => {
    await expect(curl(`curl -m '${seconds}' https://a.test`)).rejects.toThrow('number of seconds')
  })

  it('stops where another command begins, and says so', async () => {
    for (const rest of ['| jq .', '&& rm -rf x', '; ls', '# note']) {
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

  // What curl 7.88 and 8.5 send.
  it.each([
    ['# the list\ncurl -r 600 http://h/', { headers: [{ name: 'Range', value: 'bytes=600-' }] }],
    ['curl http://u:p%40@h/', { auth: { user: 'u', password: 'p@' } }],
    ["curl --url-query 'q=ä b' --url-query +x=%20 http://h/", { url: 'http://h/?q=%C3%A4+b&x=%20' }],
    [
      "curl -z '-Tue, 01 Jan 2019 00:00:00 GMT' http://h/",
      { headers: [{ name: 'If-Unmodified-Since', value: 'Tue, 01 Jan 2019 00:00:00 GMT' }] },
    ],
  ])('reads %s as curl does', async (command, request) => {
    expect(await curl(command)).toMatchObject({ ...request, warnings: [] })
  })

  it.each([
    ['curl --data-urlencode n@/etc/hosts http://h/', 'the file /etc/hosts'],
    ['curl --request-target /other http://h/', 'instead of the path'],
    ['curl --path-as-is http://h/../a', '. and .. in the path'],
    ["curl 'http://h/[1-3]'", 'each URL'],
    ['curl -z notes.txt http://h/', 'time of the file notes.txt'],
  ])('says what of %s is not in the request', async (command, words) => {
    expect((await curl(command)).warnings.join(' ')).toContain(words)
  })

  it.each([
    ['semicolons of a form', `-F 'a=b${';'.repeat(90_000)}'`],
    ['parameters of a form', `-F 'a=b${';x=y'.repeat(22_500)}'`],
    ['files of a form', `-F 'a=@b${';"'.repeat(45_000)}'`],
    ['unclosed expansions', `"${'${'.repeat(15_000)}${'$('.repeat(15_000)}${'` '.repeat(15_001)}"`],
    ['spaces of a header', `-H 'a${' '.repeat(90_000)}b'`],
    ['braces of a URL', `'http://h/${'{'.repeat(90_000)}'`],
    ['variables', `"${Array.from({ length: 15_000 }, (_, n) => `$v${n}`).join('')}"`],
  ])('reads hostile %s at once, with few warnings', async (_, words) => {
    const command = `curl http://a.test ${words}`
    const ms = await cpuMsOf(async () => expect((await curl(command)).warnings.length).toBeLessThan(102))
    expect(ms).toBeLessThan(1_000)
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
