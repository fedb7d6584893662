import fc from 'fast-check'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runs, SEED } from '../../../support/runs.ts'
import { DIGESTS, type Check } from '../../../support/tools/digest-checks.ts'
import { isJson, luhnSum, precedence } from '../../../support/tools/rules-by-hand.ts'
import { dataOf, gapsOf, lawTools, outcomeOf } from '../../../support/tools/law-tools.ts'

const RUNS = runs(12, 2_400)

const day = fc.integer({ min: -20_000, max: 45_000 }).map((days) => new Date(days * 86_400_000))
const ms = fc.integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 })
const isoDay = (date: Date) => date.toISOString().slice(0, 10)
const octet = fc.integer({ min: 0, max: 255 })
const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'))
const almostIp = fc.oneof(
  ipv4,
  fc.ipV6(),
  fc.string({ unit: fc.constantFrom('0', '1', 'f', ':', '.', '::', '255', '256', '%'), maxLength: 14 }),
)
const version = fc
  .tuple(
    fc.nat(3),
    fc.nat(3),
    fc.nat(3),
    fc.array(fc.constantFrom('a', 'b', '1', '2', '10', 'a-1'), { maxLength: 3 }),
  )
  .map(
    ([major, minor, patch, pre]) =>
      `${major}.${minor}.${patch}${pre.length > 0 ? `-${pre.join('.')}` : ''}`,
  )

/** By slug: another implementation of the same rule, of Node or written from the standard. */
const SECONDS: Readonly<Record<string, Check>> = {
  ...DIGESTS,
  'text-json-format': async (values) => {
    const [value, indent] = [values(fc.jsonValue), values(fc.nat, 8)]
    const { result } = await dataOf('text-json-format', { json: JSON.stringify(value), indent })
    expect(result.replaceAll(/\s+/g, '')).toBe(JSON.stringify(value, null, indent).replaceAll(/\s+/g, ''))
    expect(JSON.parse(result)).toEqual(JSON.parse(JSON.stringify(value)))
  },
  'text-json-validate': async (values) => {
    const json_text = values(() =>
      fc.string({
        unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', 'a', '1', '-', '.', 'e', 'null', ' '),
        maxLength: 9,
      }),
    )
    const { valid } = await dataOf('text-json-validate', { json_text })
    expect(valid).toBe(isJson(json_text))
  },
  'text-word-count': async (values) => {
    const sent = values(() => fc.string({ unit: 'grapheme', maxLength: 40 }))
    const answer = await dataOf('text-word-count', { text: sent })
    const graphemes = [...new Intl.Segmenter('en').segment(sent)].length
    expect(answer).toMatchObject({
      characters: graphemes,
      code_points: [...sent].length,
      utf8_bytes: Buffer.byteLength(sent),
    })
  },
  'text-case-convert': async (values) => {
    const sent = values(() => fc.stringMatching(/^[a-zà-ÿα-ω ]{1,20}$/).filter((one) => one.trim() !== ''))
    const { upper, lower } = await dataOf('text-case-convert', { text: sent })
    expect([upper, lower]).toEqual([sent.toLocaleUpperCase('en'), sent.toLocaleLowerCase('en')])
  },
  'date-unix-to-iso': async (values) => {
    const value = values(() => ms)
    const { utc } = await dataOf('date-unix-to-iso', { value, unit: 'ms' })
    expect(utc).toBe(new Date(value).toISOString())
  },
  'date-iso-to-unix': async (values) => {
    const value = values(() => ms)
    const answer = await dataOf('date-iso-to-unix', { time: new Date(value).toISOString() })
    expect([answer.milliseconds, answer.seconds]).toEqual([value, Math.floor(value / 1000)])
  },
  'date-timezone-convert': async (values) => {
    const value = values(fc.integer, { min: 0, max: 4_000_000_000_000 })
    const zone = values(() =>
      fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'),
    )
    const { to } = await dataOf('date-timezone-convert', { time: new Date(value).toISOString(), to: zone })
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    expect(to.iso.slice(0, 19).replace('T', ' ')).toBe(format.format(value))
  },
  'date-add': async (values) => {
    const [date, days] = [values(() => day), values(fc.integer, { min: -5_000, max: 5_000 })]
    const { utc } = await dataOf('date-add', { time: date.toISOString(), days })
    expect(utc).toBe(new Date(date.getTime() + days * 86_400_000).toISOString())
  },
  'date-diff': async (values) => {
    const [from, to] = [values(() => day), values(() => day)]
    const { total_days } = await dataOf('date-diff', { from: isoDay(from), to: isoDay(to) })
    expect(Math.abs(total_days)).toBe(Math.abs(to.getTime() - from.getTime()) / 86_400_000)
  },
  'date-business-days-between': async (values) => {
    const [from, days] = [values(() => day), values(fc.nat, 40)]
    const to = new Date(from.getTime() + days * 86_400_000)
    const all = Array.from({ length: days + 1 }, (_, at) => new Date(from.getTime() + at * 86_400_000))
    const { business_days } = await dataOf('date-business-days-between', {
      from: isoDay(from),
      to: isoDay(to),
    })
    expect(business_days).toBe(all.filter((one) => one.getUTCDay() % 6 !== 0).length)
  },
  'date-format': async (values) => {
    const value = values(() => ms)
    const { text: written } = await dataOf('date-format', {
      time: new Date(value).toISOString(),
      pattern: "yyyy-MM-dd'T'HH:mm:ss",
    })
    if (value > -62_000_000_000_000) expect(written).toBe(new Date(value).toISOString().slice(0, 19))
  },
  'code-semver-compare': async (values) => {
    const [a, b] = [values(() => version), values(() => version)]
    const { comparison } = await dataOf('code-semver-compare', { a, b })
    expect(comparison).toBe(precedence(a, b))
  },
  'net-url-parse': async (values) => {
    const url = values(fc.webUrl, { withQueryParameters: true, withFragments: true })
    const answer = await dataOf('net-url-parse', { url })
    const { href, host, pathname } = new URL(url)
    expect([answer.href, answer.path, answer.query.length]).toEqual([
      href,
      pathname,
      [...new URL(url).searchParams].length,
    ])
    expect(host.startsWith(answer.host)).toBe(true)
  },
  'net-cidr-contains': async (values) => {
    const [network, bits, ip] = [
      values(() => ipv4),
      values(fc.integer, { min: 0, max: 32 }),
      values(() => ipv4),
    ]
    const range = new BlockList()
    range.addSubnet(network, bits)
    const outcome = await outcomeOf('net-cidr-contains', { cidr: `${network}/${bits}`, ips: [ip] })
    if ('data' in outcome) expect(outcome.data.all_contained).toBe(range.check(ip))
  },
  'validate-ip': async (values) => {
    const ip = values(() => almostIp)
    const outcome = await outcomeOf('validate-ip', { ip })
    if (!('data' in outcome)) return
    expect(outcome.data.version, ip).toBe(isIPv4(ip) ? 4 : isIPv6(ip) ? 6 : null)
  },
  'validate-credit-card': async (values) => {
    const number = values(() => fc.stringMatching(/^[1-9]\d{11,18}$/))
    const { luhn_valid } = await dataOf('validate-credit-card', { number })
    expect(luhn_valid).toBe(luhnSum(number) % 10 === 0)
  },
  'validate-iban': async (values) => {
    const account = values(() => fc.stringMatching(/^\d{20}$/))
    const { valid } = await dataOf('validate-iban', { value: `DE${account}` })
    expect(valid).toBe(BigInt(`${account.slice(2)}1314${account.slice(0, 2)}`) % 97n === 1n)
  },
  'math-statistics': async (values) => {
    const numbers = values(() =>
      fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 20 }),
    )
    const answer = await dataOf('math-statistics', { values: numbers })
    const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
    const spread = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (numbers.length - 1)
    expect(answer.mean).toBeCloseTo(mean, 9)
    expect(answer.variance).toBeCloseTo(spread, 6)
  },
  'finance-npv': async (values) => {
    const [rate, flows] = [
      values(fc.integer, { min: 0, max: 50 }),
      values(() => fc.array(fc.nat(9_999), { minLength: 1, maxLength: 6 })),
    ]
    const { npv } = await dataOf('finance-npv', { rate: rate / 100, cash_flows: flows, decimals: 6 })
    expect(npv).toBeCloseTo(
      flows.reduce((sum, flow, at) => sum + flow / (1 + rate / 100) ** at, 0),
      4,
    )
  },
  'geo-coordinates-distance': async (values) => {
    const [latitude, longitude] = [
      values(fc.integer, { min: -89, max: 89 }),
      values(fc.integer, { min: -179, max: 179 }),
    ]
    const { meters } = await dataOf('geo-coordinates-distance', {
      from: { latitude: 10, longitude: 20 },
      to: { latitude, longitude },
    })
    const rad = (degrees: number) => (degrees * Math.PI) / 180
    const cosine =
      Math.sin(rad(10)) * Math.sin(rad(latitude)) +
      Math.cos(rad(10)) * Math.cos(rad(latitude)) * Math.cos(rad(longitude - 20))
    // The spherical law of cosines, whose rounding shows only for the nearest places.
    expect(Math.abs(meters - 6_371_008.8 * Math.acos(Math.min(1, cosine)))).toBeLessThan(200)
  },
}

/** Tools of those categories that nothing else can answer, or that test/src-main compares elsewhere. */
const ALONE: Readonly<Record<string, string>> = {
  'crypto-cert-parse': 'It shows what X509Certificate of Node reads.',
  'crypto-decrypt-aes': 'The form is its own; round-trips.test.ts.',
  'crypto-encrypt-aes': 'The form is its own; round-trips.test.ts.',
  'crypto-jwt-decode': 'round-trips.test.ts compares it with the claims that were signed.',
  'crypto-jwt-verify': 'test/src-main/tools/crypto/jwt.test.ts',
  'crypto-keypair-generate': 'Keys are random.',
  'crypto-nanoid': 'Ids are random.',
  'crypto-password-generate': 'Passwords are random.',
  'crypto-password-hash': 'Salts are random; round-trips.test.ts.',
  'crypto-password-verify': 'test/src-main/tools/crypto/passwords.test.ts',
  'crypto-random-bytes': 'They are random.',
  'crypto-random-int': 'They are random.',
  'crypto-totp-verify': 'round-trips.test.ts compares it with crypto-totp-generate.',
  'id-ulid': 'Ids are random.',
  'webhook-payload-verify': 'test/src-main/tools/crypto/digests.test.ts',
  'comm-ical-create': 'test/src-main/tools/date/comm-ical-create.test.ts',
  'date-cron-next': 'test/src-main/tools/date/recurring.test.ts',
  'date-holidays': 'A table of law, not a rule.',
  'date-parse': 'test/src-main/tools/date/date-parse.test.ts',
  'date-rrule-expand': 'test/src-main/tools/date/recurring.test.ts',
  'json-schema-validate': 'The suite of JSON Schema (test/suites).',
  'validate-email': 'test/src-main/tools/validation/validation.test.ts',
  'validate-phone': 'The rules are a table of each country.',
  'validate-url': 'strict-judging.test.ts; Node reads more than the standard allows.',
}

const CATEGORIES = new Set(['Crypto & Security', 'Date & Time', 'Validation'])
const tools = await lawTools()

describe('a second implementation', () => {
  it('is named for every tool of a category where there may be one', () => {
    const applies = tools
      .filter(({ definition }) => CATEGORIES.has(definition.category))
      .map(({ slug }) => slug)
    expect(gapsOf({ ...SECONDS, ...ALONE }, [...applies, ...Object.keys(SECONDS)])).toEqual({
      missing: [],
      needless: [],
    })
    expect(Object.keys(ALONE).filter((slug) => Object.hasOwn(SECONDS, slug))).toEqual([])
  })

  it.each(Object.entries(SECONDS))('says the same on random inputs: %s', async (_slug, check) => {
    await fc.assert(fc.asyncProperty(fc.gen(), check), {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: true,
    })
  })
})
