import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('validate-url', () => {
  it.each([
    ['https://example.com', {}, true],
    ['http://[2001:db8::1]:8080/a', {}, true],
    ['https://192.0.2.1/', {}, true],
    ['https://localhost/', {}, false],
    ['https://localhost/', { require_tld: false }, true],
    ['https://user:pass@example.com/', {}, false],
    ['https://user:pass@example.com/', { allow_credentials: true }, true],
    ['https://exa mple.com/', {}, false],
    [' https://example.com/', {}, false],
    ['ftp://example.com/', {}, false],
    ['ftp://example.com/', { protocols: ['ftp'] }, true],
    ['//example.com/', {}, false],
    ['https://-a.example/', {}, false],
    // The WHATWG standard's validation errors.
    ['http:\\\\example.com', {}, false],
    ['https://example.com/a b', {}, false],
    ['https://example.com/a%20b', {}, true],
    ['https://example.com/%zz', {}, false],
    ['https://example.com/<a>', {}, false],
    ['https://example.com/a|b', {}, false],
    ['https://example.com/?q="a"', {}, false],
    ['https://example.com/#a#b', {}, false],
    ['https://example.com/[a]', {}, false],
    ['https:example.com', {}, false],
    ['https:/example.com', {}, false],
    ['https:///example.com', {}, false],
    ['https://example.com\\a', {}, false],
    ['http://0x7f.1/', {}, false],
    ['http://127.1/', {}, false],
    ['http://127.0.0.01/', {}, false],
    ['https://example.com:99999/', {}, false],
    ['https://example.com/ä?ö#ü', {}, true],
    ["https://example.com/a:b@c!$&'()*+,;=~._-?a=b/c?d#e/f?g", {}, true],
    ['https://example.com:8080', {}, true],
    ['mailto:ann@example.com', { protocols: ['mailto'] }, true],
  ])('says whether %s with %j is valid: %s', async (url, options, valid) => {
    const answer = await run('validate-url', { url, ...options })
    expect(answer.valid).toBe(valid)
    expect(answer.reasons.length === 0).toBe(valid)
  })

  // The WHATWG URL Standard: URL code points, the file state, and its lists of validation errors.
  it.each([
    ['a:/b\0c', 'U+0000'],
    ['a:/#b\0c', 'U+0000'],
    ['https://example.com/\u{2fffe}', 'U+2FFFE'],
    ['https://example.com/?a\\b', '\\'],
    ['file://\\/localhost/cat', 'backslash'],
    ['file://C|/', 'A drive belongs in the path'],
    ['file://example:1/', 'has no port'],
    ['a://:12/', 'no host'],
    ['a://b:c/', 'must be a number'],
  ])('says what is wrong with %j', async (url, why) => {
    const answer = await run('validate-url', { url, protocols: ['a', 'file', 'https'] })
    expect(answer).toMatchObject({ valid: false, reasons: [expect.stringContaining(why)] })
  })

  it.each(['postgres://m\u00fcnchen.example/db', 'file:///C:/a', 'file://server.example/share'])(
    'takes %s',
    async (url) => {
      const protocols = ['postgres', 'file']
      expect(await run('validate-url', { url, protocols })).toMatchObject({ valid: true, reasons: [] })
    },
  )

  it('says how a host without a top-level domain is accepted', async () => {
    const { reasons } = await run('validate-url', { url: 'https://localhost/' })
    expect(reasons).toEqual([expect.stringContaining('`require_tld: false`')])
  })
})
