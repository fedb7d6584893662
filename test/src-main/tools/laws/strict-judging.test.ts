import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { dataOf, gapsOf, lawTools, runsHere } from '../../../support/tools/law-tools.ts'

/** What a standard allows and what it forbids, for a tool that judges: inputs, and the field with the verdict. */
interface Judged {
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
  readonly input: (value: never) => object
  readonly verdict?: string
  /** Where an answer says why something is wrong. */
  readonly why?: (data: Json) => unknown
}

const hs256 = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', 'k'.repeat(32)).update(signed).digest('base64url')}`
}
const info = { title: 'a', version: '1' }
const reasons = ({ reasons: all }: Json): unknown => all[0]
const errors = ({ errors: all }: Json): unknown => all[0]?.message
const reason = ({ reason: one }: Json): unknown => one

/** By slug, from the standard that each names. */
const JUDGES: Readonly<Record<string, Judged>> = {
  // RFC 8259.
  'text-json-validate': {
    input: (json_text) => ({ json_text }),
    good: ['{}', '[]', '0', '-0', '1e2', '"\\u0000"', ' null\n', '{"a":1,"a":2}', '"\u2028"', '-0.0E+1'],
    bad: [
      '',
      '{',
      '[1,]',
      '01',
      '1.',
      '.5',
      '+1',
      "'a'",
      'NaN',
      '"\t"',
      '"\\x"',
      '\u00a01',
      '{a:1}',
      'nul',
      '1 2',
      '-',
    ],
    why: errors,
  },
  // JSON Schema 2020-12, with the formats of RFC 3339, 5890, 6531 and 3986.
  'json-schema-validate': {
    input: ([schema, data]: [object, unknown]) => ({ schema, data }),
    good: [
      [{ type: 'integer' }, 1],
      [{ multipleOf: 0.01 }, 19.99],
      [{ format: 'date' }, '2024-02-29'],
      [{ format: 'date-time' }, '1998-12-31T23:59:60Z'],
      [{ format: 'ipv4' }, '127.0.0.1'],
      [{ maxLength: 1 }, '😀'],
      [{ uniqueItems: true }, [1, true, '1']],
      [{ format: 'uuid' }, '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    ],
    bad: [
      [{ type: 'integer' }, 1.5],
      [{ format: 'date' }, '2023-02-29'],
      [{ format: 'date-time' }, '2023-01-01T00:00:00'],
      [{ format: 'time' }, '24:00:00Z'],
      [{ format: 'ipv4' }, '127.0.0.01'],
      [{ format: 'uuid' }, '2ed6657de927568b95e12665a8aea6a2'],
      [{ format: 'hostname' }, '-a.example'],
      [{ format: 'duration' }, 'P1Y1W'],
      [
        { uniqueItems: true },
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
      [{ const: false }, 0],
      [{ enum: [] }, null],
      [false, null],
    ],
    why: errors,
  },
  'llm-output-validate': {
    input: (text) => ({ text, schema: { type: 'object', required: ['a'] } }),
    good: ['{"a":1}', '```json\n{"a":null}\n```'],
    bad: ['{}', '[1]', 'none', '{"b":{"a":1}}'],
    why: errors,
  },
  // RFC 5321, 5322 and 6531.
  'validate-email': {
    input: (email) => ({ email }),
    good: [
      'a@example.com',
      'a+b@example.co.uk',
      '"a b"@example.com',
      "o'hara@example.com",
      'ü@example.com',
      'a@bücher.example',
    ],
    bad: [
      '',
      'a',
      '@example.com',
      'a@',
      '.a@example.com',
      'a..b@example.com',
      'a.@example.com',
      'a b@example.com',
      'a@-example.com',
      'a@example..com',
      'a@b@example.com',
      `${'a'.repeat(65)}@example.com`,
      'a@example.com ',
    ],
    why: reason,
  },
  // RFC 3986.
  'validate-url': {
    input: (url) => ({ url }),
    good: [
      'http://example.com',
      'https://example.com:8080/a?b=c#d',
      'https://example.com/%E4%BD%A0',
      'http://bücher.example/',
    ],
    bad: [
      '',
      'example.com',
      'http:\\\\example.com',
      'http://example.com/a b',
      'http://',
      'http://example.com:99999/',
      'http://exa mple.com',
      'http:///example.com',
      'http://example.com/%zz',
      'javascript:alert(1)',
      'http://user:pw@example.com/',
    ],
    why: reasons,
  },
  // RFC 4291 and 6943: an octet has no leading zero.
  'validate-ip': {
    input: (ip) => ({ ip }),
    good: ['0.0.0.0', '255.255.255.255', '::', '::1', '2001:db8::1', '::ffff:1.2.3.4', 'fe80::1%eth0'],
    bad: [
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '1.2.3.4/8',
      ':::',
      '1::2::3',
      '12345::',
      '2001:db8',
      'g::1',
      '1:2:3:4:5:6:7:8:9',
      '0x7f.1',
    ],
    why: () => 'the version is null',
  },
  'validate-phone': {
    input: (phone) => ({ phone }),
    good: ['+49 30 123456', '+1 202 456 1111', '+44 20 7946 0958'],
    bad: ['', '+', '+1 1', '+999 1234567', 'phone', '+1 555 01'],
    why: reason,
  },
  // ISO/IEC 7812-1 and the lengths of the brands.
  'validate-credit-card': {
    input: (number) => ({ number }),
    good: ['4111111111111111', '4111 1111 1111 1111', '378282246310005', '5555-5555-5555-4444'],
    bad: ['4111111111111112', '4111', '0000000000000000', '411111111111111x', ''],
    why: () => 'luhn_valid and length say it',
  },
  // ISO 13616 and 9362.
  'validate-iban': {
    input: (value) => ({ value }),
    good: ['DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19', 'DEUTDEFF', 'DEUTDEFF500'],
    bad: [
      'DE88370400440532013000',
      'DE8937040044053201300',
      'ZZ89370400440532013000',
      'GB29NWBK6016133192681A',
      'DEUTDE',
      '',
    ],
    why: reasons,
  },
  // OpenAPI 3.1.
  'code-openapi-validate': {
    input: (spec) => ({ spec }),
    good: [
      { openapi: '3.1.0', info, paths: {} },
      { swagger: '2.0', info, paths: {} },
    ],
    bad: [
      {},
      { openapi: '3.1.0' },
      { openapi: '3.1.0', info, paths: { a: {} } },
      { openapi: '4.0.0', info, paths: {} },
    ],
    why: errors,
  },
  'code-dockerfile-lint': {
    input: (dockerfile) => ({ dockerfile }),
    good: ['FROM alpine:3.20\nRUN true\n'],
    bad: ['', 'RUN true\n', 'FROM alpine:3.20\nFORM b\n', 'FROM alpine:3.20\nEXPOSE 99999\n'],
    why: ({ findings }) => findings[0]?.message,
  },
  // RFC 7519 and 8725.
  'crypto-jwt-verify': {
    input: (token) => ({ token, secret: 'k'.repeat(32), algorithms: ['HS256'], at: 100 }),
    good: [hs256({}), hs256({ exp: 101 }), hs256({ nbf: 100 })],
    bad: [
      '',
      'a.b.c',
      hs256({}).slice(0, -1),
      `${hs256({})}=`,
      hs256({ exp: 100 }),
      hs256({ nbf: 101 }),
      hs256({ exp: '101' }),
    ],
    why: reason,
  },
  // RFC 6238, appendix B.
  'crypto-totp-verify': {
    input: (code) => ({ code, secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 8, at: 59, window: 0 }),
    good: ['94287082'],
    bad: ['94287083', '4287082', '07081804'],
    why: () => 'the steps are null',
  },
  'webhook-payload-verify': {
    input: (signature) => ({
      provider: 'generic',
      payload: 'a',
      secret: 'b',
      headers: { 'X-Signature': signature },
    }),
    good: [createHmac('sha256', 'b').update('a').digest('hex')],
    bad: [
      '',
      '00',
      createHmac('sha256', 'b').update('a').digest('hex').slice(1),
      `${createHmac('sha256', 'b').update('a').digest('hex')}zz`,
      createHmac('sha256', 'c').update('a').digest('hex'),
    ],
    why: reason,
  },
}

const tools = await lawTools()

describe('a verdict', () => {
  it('has known-good and known-bad inputs here for every tool that gives one', () => {
    const judges = tools.filter((tool) => runsHere(tool) && 'valid' in tool.output.properties)
    expect(
      gapsOf(
        JUDGES,
        judges.map(({ slug }) => slug),
      ),
    ).toEqual({ missing: [], needless: [] })
  })

  it.each(Object.entries(JUDGES))(
    'is what the standard says: %s',
    async (slug, { input, good, bad, why }) => {
      const wrong: unknown[] = []
      const judge = async (value: unknown) => await dataOf(slug, input(value as never))
      for (const value of good) if ((await judge(value)).valid !== true) wrong.push(['good', value])
      for (const value of bad) {
        const data = await judge(value).catch(
          (error: unknown) => ({ refused: (error as Error).message }) as Json,
        )
        // What cannot be judged at all is refused in words.
        if (data.refused === undefined && data.valid !== false) wrong.push(['bad', value])
        else if (data.refused === undefined && !/\w/.test(String(why?.(data) ?? '')))
          wrong.push(['no reason', value])
      }
      expect(wrong).toEqual([])
    },
  )
})
