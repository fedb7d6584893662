import { webcrypto } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { TEST_NOW, toolContext } from '../../../support/tools/tool-context.ts'

// One context for all, so that its random bytes are other ones at every call.
const ctx = toolContext()
const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input, ctx)

describe('crypto-uuid', () => {
  it('marks version and variant (RFC 9562, 4)', async () => {
    const { uuids } = await run('crypto-uuid', { count: 50 })
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(uuids).size).toBe(50)
  })

  it('makes v7 ones that begin with the time and stay in order within a millisecond', async () => {
    const { uuids } = await run('crypto-uuid', { version: 'v7', count: 500 })
    expect(uuids.toSorted()).toEqual(uuids)
    expect(new Set(uuids).size).toBe(500)
    const milliseconds = parseInt(uuids[0].replace('-', '').slice(0, 12), 16)
    expect(milliseconds).toBe(TEST_NOW.getTime())
  })

  it.each([
    [{ version: 'v5' }, 'name'],
    [{ version: 'v5', name: 'a', count: 2 }, 'count'],
    [{ version: 'v5', name: 'a', namespace: 'no-such' }, 'namespace'],
  ])('asks for what v5 needs (%#)', async (input, path) => {
    await expect(run('crypto-uuid', input)).rejects.toMatchObject({ path })
  })
})

describe('id-ulid', () => {
  it('begins with the time, as the specification writes it, and stays in order', async () => {
    const { ulids } = await run('id-ulid', { time_ms: 1_469_918_176_385, count: 500 })
    for (const ulid of ulids) expect(ulid).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(ulids.toSorted()).toEqual(ulids)
    expect(new Set(ulids).size).toBe(500)
  })

  it('takes 0 for the start of 1970, and not for now', async () => {
    const { ulids, time_ms } = await run('id-ulid', { time_ms: 0, count: 3 })
    expect(time_ms).toBe(0)
    for (const ulid of ulids) expect(ulid).toMatch(/^0{10}[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(ulids.toSorted()).toEqual(ulids)
  })

  // ulid/spec: 01ARYZ6S41 is 1469918176385.
  it('reads the time of another, in small letters too, and takes no second time', async () => {
    const ulid = '01aryz6s41tsv4rrffq69g5fav'
    const { ulids, time_ms, time } = await run('id-ulid', { ulid })
    expect({ time_ms, time }).toEqual({ time_ms: 1_469_918_176_385, time: '2016-07-30T22:36:16.385Z' })
    expect(ulids[0]).toMatch(/^01ARYZ6S41/)
    expect((await run('id-ulid', { time_ms: 281_474_976_710_655 })).time).toBeNull()
    await expect(run('id-ulid', { ulid, time_ms: 1 })).rejects.toMatchObject({ name: 'InvalidInput' })
  })

  it('uses every letter of the alphabet', async () => {
    const more = await Promise.all(Array.from({ length: 60 }, () => run('id-ulid', {})))
    const seen = new Set(more.flatMap((one) => one.ulids).flatMap((ulid) => [...ulid.slice(10)]))
    expect(seen.size).toBe(32)
  })
})

describe('crypto-nanoid', () => {
  it('uses the characters that were asked for, and no others', async () => {
    const { ids, entropy_bits } = await run('crypto-nanoid', { characters: 'ab1', size: 200, count: 5 })
    for (const id of ids) expect(id).toMatch(/^[ab1]{200}$/)
    expect(new Set(ids.join('')).size).toBe(3)
    expect(entropy_bits).toBe(317)
  })

  it.each(['a', 'aa', 'a b', 'äö'])('refuses the alphabet %s', async (characters) => {
    await expect(run('crypto-nanoid', { characters })).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('crypto-random-bytes', () => {
  it('gives exactly as many bytes as asked for', async () => {
    const { bytes } = await run('crypto-random-bytes', { count: 65_536, encoding: 'base64url' })
    expect(Buffer.from(bytes, 'base64url').length).toBe(65_536)
  })
})

describe('crypto-random-int', () => {
  const random = (bytes: number) => webcrypto.getRandomValues(new Uint8Array(bytes))
  const draw = async (input: object): Promise<Json> =>
    await runTool('crypto-random-int', input, toolContext({ random }))

  it('reaches both ends and favours none', async () => {
    const { numbers } = await draw({ min: -1, max: 4, count: 1_000 })
    const counts = [-1, 0, 1, 2, 3, 4].map(
      (one) => numbers.filter((number: number) => number === one).length,
    )
    // 1,000 draws of six: 166.7 each, and five standard deviations are 59.
    for (const count of counts) expect(Math.abs(count - 1_000 / 6)).toBeLessThan(60)
  })

  it('spans all whole numbers that a double holds, and no more', async () => {
    const most = Number.MAX_SAFE_INTEGER
    const { numbers } = await draw({ min: 0, max: most - 1, count: 1_000 })
    expect(numbers.every((number: number) => Number.isSafeInteger(number) && number >= 0)).toBe(true)
    expect(Math.max(...numbers)).toBeGreaterThan(2 ** 52)
    await expect(draw({ min: -most, max: most })).rejects.toMatchObject({ path: 'max' })
  })

  it('draws without replacement, in an order that is random too', async () => {
    const { numbers } = await draw({ min: 1, max: 49, count: 49, unique: true })
    expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 49 }, (_, i) => i + 1),
    )
    expect(numbers).not.toEqual(numbers.toSorted((a: number, b: number) => a - b))
    await expect(draw({ min: 1, max: 3, count: 4, unique: true })).rejects.toMatchObject({ path: 'count' })
    await expect(draw({ min: 2, max: 1 })).rejects.toMatchObject({ path: 'min' })
  })
})

describe('crypto-password-generate', () => {
  it('has one of each kind in every password', async () => {
    const { passwords } = await run('crypto-password-generate', { length: 8, count: 100 })
    for (const password of passwords) {
      expect(password).toHaveLength(8)
      for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[!#$%&*+\-=?@^_~.:]/]) expect(password).toMatch(kind)
    }
    expect(new Set(passwords).size).toBe(100)
  })

  // 10^12 codes of twelve digits are 39.86 bits; with two kinds 36^8 - 26^8 - 10^8 are 41.2.
  it('counts the possible passwords', async () => {
    const none = { lowercase: false, uppercase: false, digits: false, symbols: false }
    expect(await run('crypto-password-generate', { ...none, digits: true, length: 12 })).toMatchObject({
      entropy_bits: 39.8,
    })
    const two = { ...none, lowercase: true, digits: true, length: 8 }
    expect(await run('crypto-password-generate', two)).toMatchObject({ entropy_bits: 41.2 })
    await expect(run('crypto-password-generate', none)).rejects.toMatchObject({ path: 'lowercase' })
  })

  it('leaves out what looks alike', async () => {
    const { passwords } = await run('crypto-password-generate', {
      exclude_lookalikes: true,
      length: 256,
      count: 20,
    })
    expect(passwords.join('')).not.toMatch(/[0O1Il|]/)
  })

  // Six words of 7,776 are 77.5 bits (EFF, "Deep Dive: EFF's New Wordlists").
  it('makes passphrases from the words of the list', async () => {
    const words = { kind: 'passphrase', separator: ' ', capitalize: true }
    const { passwords, entropy_bits } = await run('crypto-password-generate', words)
    expect(passwords[0]).toMatch(/^(?:[A-Z][a-z-]+ ){5}[A-Z][a-z-]+$/)
    expect(entropy_bits).toBe(77.5)
    expect((await run('crypto-password-generate', { ...words, number: true })).passwords[0]).toMatch(/\d/)
  })
})
