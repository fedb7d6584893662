import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const emails = async (text: string, options: object = {}) =>
  (
    (await runTool('text-extract-emails', { text, ...options })) as {
      emails: { email: string; start: number; end: number }[]
    }
  ).emails
const urls = async (text: string, options: object = {}) =>
  ((await runTool('text-extract-urls', { text, ...options })) as { urls: { url: string; text: string }[] })
    .urls
const phones = async (text: string, default_country?: string) =>
  (
    (await runTool('text-extract-phones', { text, ...(default_country ? { default_country } : {}) })) as {
      phones: { e164: string }[]
    }
  ).phones
const redact = async (text: string, options: object = {}) =>
  (await runTool('text-redact-pii', { text, ...options })) as {
    readonly text: string
    readonly counts: Record<string, number>
  }

describe('text-extract-emails', () => {
  it.each([
    ['mailto:a@example.com?subject=x', ['a@example.com']],
    ['"a@example.com"', ['a@example.com']],
    ['a@example.com,b@example.com;c@example.com', ['a@example.com', 'b@example.com', 'c@example.com']],
    ["o'brien@example.com.", ["o'brien@example.com"]],
    ['...a@example.com...', ['a@example.com']],
    ['用户@例子.广告', ['用户@例子.广告']],
    ['jörg@müller.example', ['jörg@müller.example']],
    ['😀a@example.com😀', ['a@example.com']],
    ['a@b@example.com', ['b@example.com']],
    ['a..b@example.com', []],
    ['a@-example.com a@example..com a@example a@1.2.3.4', []],
    ['"ann lee"@example.com, "a\\"b"@example.com', ['"ann lee"@example.com', '"a\\"b"@example.com']],
    ['He said "hi"; ann@example.com', ['ann@example.com']],
    [
      'to a@[192.0.2.1], b@[IPv6:2001:db8::1] or c@[192.0.2.300]',
      ['a@[192.0.2.1]', 'b@[IPv6:2001:db8::1]'],
    ],
    ['@'.repeat(1_000), []],
  ])('finds the addresses in %j', async (text, expected) => {
    const found = await emails(text)
    expect(found.map(({ email }) => email)).toEqual(expected)
    for (const { email, start, end } of found) expect(text.slice(start, end)).toBe(email)
  })

  it('lists each address once on request', async () => {
    expect(await emails('a@example.com A@EXAMPLE.com', { unique: true })).toHaveLength(1)
  })
})

describe('text-extract-urls', () => {
  // RFC 3986, appendix C. Catches: an address that goes on over its quotes, or is lost before an ellipsis.
  it.each([
    ['http://a.com"b', 'http://a.com'],
    ['<https://a.com/x>', 'https://a.com/x'],
    ['see https://x.com…', 'https://x.com'],
    ['“https://a.com/x”', 'https://a.com/x'],
    ['（https://a.jp/あ）です', 'https://a.jp/あ'],
    ['`https://b.io/c`', 'https://b.io/c'],
  ])('ends the address in %s where its delimiter is', async (text, address) => {
    expect((await urls(text)).map((url) => url.text)).toEqual([address])
  })

  it.each([
    ['<https://example.com/>', ['https://example.com/']],
    ['(see http://example.com/a?b=c#d)', ['http://example.com/a?b=c#d']],
    ['http://localhost:3000/x, ftp://example.com.', ['http://localhost:3000/x', 'ftp://example.com']],
    ['"https://example.com/a,b;c"!', ['https://example.com/a,b;c']],
    ['https://user:pw@example.com/', ['https://user:pw@example.com/']],
    ['http://192.0.2.1/x', ['http://192.0.2.1/x']],
    ['https://例え.jp/パス', ['https://例え.jp/パス']],
    ['https://a.com,https://b.com;https://c.com', ['https://a.com', 'https://b.com', 'https://c.com']],
    ["https://example.com's page", ['https://example.com']],
    ['**https://example.com** and _https://example.org_', ['https://example.com', 'https://example.org']],
    [
      'https://example.com/_a_ https://example.com/a,b',
      ['https://example.com/_a_', 'https://example.com/a,b'],
    ],
    // RFC 3986, 3.2.2; RFC 3849 keeps 2001:db8:: for examples.
    [
      'see http://[::1]:8080/x. (https://[2001:db8::1]/a_(b))',
      ['http://[::1]:8080/x', 'https://[2001:db8::1]/a_(b)'],
    ],
    ['http://[::]/ http://[::zz]/ http://[1:2]/ [::1]:80', ['http://[::]/']],
    ['javascript:alert(1) data:text/html,x mailto:a@example.com', []],
    ['a@example.com', []],
    ['http:// https://', []],
    // From twitter-text's conformance suite, and the same at the end of sentences.
    ['これは日本語です。example.com中国語', ['https://example.com']],
    ['見て http://example.com/。次', ['http://example.com/']],
    ['http://example.com您好', ['http://example.com']],
    ['한국어https://example.com입니다', ['https://example.com']],
    ['https://例えexample.jp/パス', ['https://例えexample.jp/パス']],
    ['https://ja.wikipedia.org/wiki/日本', ['https://ja.wikipedia.org/wiki/日本']],
    // From linkify-it's links and what it takes for none.
    [
      '｜www.google.com/foo｜bar ｜http://google.com｜bar',
      ['https://www.google.com/foo', 'http://google.com'],
    ],
    ['[https](https://www.ibm.com)[mailto](mailto:someone@ibm.com)', ['https://www.ibm.com']],
    ['/path/to/file.pl src/main.py C:\\dir\\file.sh _example.com @example.com', []],
    ['hppt://example.com ///test.com localhost localhost/', []],
    ['//example.com localhost:3000/', ['https://example.com', 'https://localhost:3000/']],
    ['|http://a.com|http://b.com/x|', ['http://a.com', 'http://b.com/x']],
    ['https://a.com/css?family=A|B', ['https://a.com/css?family=A|B']],
    ['[a](http://x.com/b_(c))next', ['http://x.com/b_(c)']],
  ])('finds the URLs in %j', async (text, expected) => {
    expect((await urls(text)).map(({ url }) => url)).toEqual(expected)
  })

  it('keeps to those with a scheme, and lists each once, on request', async () => {
    const text = 'www.example.com https://example.com https://example.com'
    expect(await urls(text, { require_scheme: true, unique: true })).toHaveLength(1)
  })
})

describe('text-extract-phones', () => {
  it.each([
    ['030 123456, 0171 1234567', 'DE', ['+4930123456', '+491711234567']],
    ['650-253-0000,650-253-0001; 650-253-0002', 'US', ['+16502530000', '+16502530001', '+16502530002']],
    ['tel:650-253-0000;ext=12', 'US', ['+16502530000']],
    ['Tel.: +33 1 23 45 67 89', undefined, ['+33123456789']],
    ['020 7946 0018', 'GB', ['+442079460018']],
    ['００４４ ２０ ７９４６ ００１８', 'DE', ['+442079460018']],
    ['650 253 0000', undefined, []],
    ['order 1234567890123456', 'US', []],
    ['+999 123 456', undefined, []],
    // Numbers of these countries are dialled with a 0 in front; Google's library takes none of these for one.
    ['On 2024-05-01 at 10:30', 'DE', []],
    ['IP 192.168.1.1', 'SE', []],
    ['Tel: 070-123 45 67, order 701234567', 'SE', ['+46701234567']],
  ])('finds the numbers in %j', async (text, country, expected) => {
    expect((await phones(text, country)).map(({ e164 }) => e164)).toEqual(expected)
  })

  it('refuses a country without phone numbers', async () => {
    await expect(phones('1', 'XX')).rejects.toMatchObject({ name: 'InvalidInput', path: 'default_country' })
    await expect(phones('1', 'USA')).rejects.toMatchObject({ name: 'ZodError' })
  })

  it('accepts a country in small letters', async () => {
    expect(await phones('650 253 0000', 'us')).toEqual(await phones('650 253 0000', 'US'))
  })
})

describe('text-redact-pii', () => {
  // Published test values: card brands' test numbers, the IBAN registry's examples, RFC 5737 and 3849 addresses.
  it.each([
    ['email', 'ann@example.com'],
    ['email', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['phone', '+44 20 7946 0018'],
    ['phone', '(650) 253-0000'],
    ['credit_card', '4111111111111111'],
    ['credit_card', '5555-5555-5555-4444'],
    ['credit_card', '3782 822463 10005'],
    ['credit_card', '4111\u00a01111\u20091111\u200b1111'],
    ['iban', 'GB29NWBK60161331926819'],
    ['iban', 'de89 3704 0044 0532 0130 00'],
    ['iban', 'NO9386011117947'],
    // 555-0100 to 555-0199 are for stories (NANPA), and other numbers of 555 are given to nobody.
    ['phone', '555-867-5309'],
    ['phone', '(555) 123-4567'],
    ['phone', '+1 (555) 010-9999'],
    ['phone', '1-555-555-0199'],
    ['phone', '555.123.4567'],
    ['us_ssn', '219-09-9999'],
    ['us_ssn', '219 09 9999'],
    ['ip_address', '192.0.2.1'],
    ['ip_address', '2001:db8::1'],
    ['ip_address', '::ffff:192.0.2.1'],
    ['mac_address', '00:00:5E:00:53:01'],
    ['mac_address', '00-00-5e-00-53-01'],
    // The same numbers as others write them, or as somebody writes them who wants them to be missed.
    ['email', 'a\u200bnn@exam\u00adple.com'],
    ['email', '"ann lee"@example.com'],
    ['phone', '+44 20\u20137946\u20130018'],
    ['phone', '+44\u200920\u202f7946\u30000018'],
    ['credit_card', '4111.1111.1111.1111'],
    ['credit_card', '4111\u20131111\u20131111\u20131111'],
    ['credit_card', '4111 - 1111 - 1111 - 1111'],
    ['credit_card', '4\u200d1\u200d1\u200d1\u200d1111\u2060111111\ufeff11'],
    ['iban', 'DE89\u20133704\u20130044\u20130532\u20130130\u201300'],
    ['iban', 'DE89.3704.0044.0532.0130.00'],
    ['us_ssn', '219\u201309\u20139999'],
    ['us_ssn', '219\u221209\u22129999'],
    ['ip_address', '192.0.\u200b2.1'],
    ['mac_address', '0000.5e00.5301'],
    ['mac_address', '00.00.5E.00.53.01'],
  ])('masks the %s %s wherever it appears', async (kind, value) => {
    const label = `[${kind.toUpperCase()}]`
    for (const [before, after] of [
      ['', ''],
      ['My number: ', '.'],
      ['(', ')'],
      ['"', '", and more text'],
      ['Zeile\n', '\nend'],
      ['value:', ';'],
      ['key=', '&b=c'],
    ] as const) {
      const answer = await redact(`${before}${value}${after}`)
      expect(answer.text).toBe(`${before}${label}${after}`)
      expect(answer.counts).toEqual({ [kind]: 1 })
      expect(JSON.stringify(answer)).not.toContain(value)
    }
  })

  it.each([
    'Version 1.2.3, build 20240229',
    'It is 12:30:45 on 2024-02-29',
    '4111111111111112',
    '000-12-3456 and 666-12-3456',
    'DE00370400440532013000',
    'ISBN 978-3-16-148410-0',
    'std::vector<int>, a:b, ::',
    'ann at example dot com',
    '3 + 12345678, +5 to 10, 100.200.300.4000',
    '1555-123-4567, 555-123-45678',
    '999.999.999.999',
  ])('leaves %j alone', async (text) => {
    expect(await redact(text)).toMatchObject({ text, total: 0 })
  })

  it.each([
    ['4111 1111 1111 1111 12/26, CVC 123', '[CREDIT_CARD] 12/26, CVC 123'],
    ['1 4111 1111 1111 1111', '1 [CREDIT_CARD]'],
    ['5555555555554444 4111111111111111', '[CREDIT_CARD] [CREDIT_CARD]'],
    ['ab12 DE89 3704 0044 0532 0130 00 and', 'ab12 [IBAN] and'],
    ['IBAN: NL91ABNA0417164300BIC', 'IBAN: NL91ABNA0417164300BIC'],
    ['SSN-219-09-9999', 'SSN-[US_SSN]'],
    ['http://192.0.2.1:8080/x, [2001:db8::1]:443', 'http://[IP_ADDRESS]:8080/x, [[IP_ADDRESS]]:443'],
    ['node:2001:db8::1 MAC:00:00:5E:00:53:01', 'node:[IP_ADDRESS] MAC:[MAC_ADDRESS]'],
    ['tel:+442079460018', 'tel:[PHONE]'],
    ['650-253-0000, 650-253-0001', '[PHONE], [PHONE]'],
  ])('masks the whole find and nothing else: %s', async (text, expected) => {
    expect((await redact(text)).text).toBe(expected)
  })

  it('takes numbers as in North America for phone numbers only there', async () => {
    const text = 'Teil 555-867-5309'
    expect((await redact(text, { default_country: 'FR' })).text).toBe(text)
    expect((await redact(text, { default_country: 'CA' })).text).toBe('Teil [PHONE]')
  })

  it('masks web addresses only on request', async () => {
    const text = 'https://example.com/users/ann'
    expect((await redact(text)).text).toBe(text)
    expect((await redact(text, { kinds: ['url'] })).text).toBe('[URL]')
  })

  it('leaves nothing of overlapping finds', async () => {
    const { text } = await redact('https://example.com/?mail=ann@example.com&x=1', {
      kinds: ['url', 'email'],
    })
    expect(text).toBe('[EMAIL]')
  })

  it('masks only the kinds that were asked for', async () => {
    const text = 'ann@example.com 192.0.2.1'
    expect((await redact(text, { kinds: ['ip_address'] })).text).toBe('ann@example.com [IP_ADDRESS]')
  })
})
