import { describe, expect, it } from 'vitest'
import { endOfString, hasMoreNames } from '../../src-shared/json-depth.ts'
import { isLongerThan } from '../../src-main/pipeline/turns/json-size.ts'
import { MAX_BODY_NAMES } from '../../src-shared/limits.ts'
import { TestGateway } from '../support/gateway/test-gateway.ts'

const members = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`member "${n}"`, n]))

describe('the number of names in a body', () => {
  it('counts each name once, wherever it is', () => {
    const rows = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ id: n, 'a:b"': ':' })))
    expect([hasMoreNames(rows, 2), hasMoreNames(rows, 1)]).toEqual([false, true])
    const named = JSON.stringify(members(1_000))
    expect([hasMoreNames(named, 1_000), hasMoreNames(named, 999)]).toEqual([false, true])
  })

  it('is limited, with a sentence that says what to do', async () => {
    const gateway = await TestGateway.create()
    const { status, json } = await gateway.call('code-json-to-types', { json: members(MAX_BODY_NAMES) })
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(json.error.message).toBe(
      'The body has more than 50000 different member names. Send it in parts, or as arrays.',
    )
    await gateway.close()
  })
})

describe('the end of a text', () => {
  const TEXTS = [
    ...['', 'a', '"', '\\', '\\"', '"'.repeat(500), '\\'.repeat(501), '"\\'.repeat(300)],
    ...['x'.repeat(300), `"${'x'.repeat(300)}"`, `"${'x'.repeat(63)}`, `"${'x'.repeat(62)}\\"`],
  ]

  it('is the first quote that is not escaped, however many come before it', () => {
    for (const one of TEXTS)
      for (const two of TEXTS) {
        const json = JSON.stringify(one + two)
        expect(endOfString(`[${json},"a"]`, 1)).toBe(json.length)
        expect(endOfString(json.slice(0, -1), 0)).toBe(json.length - 1)
      }
  })
})

describe('the length of a value', () => {
  it('is known without writing it', () => {
    for (const value of ['text', [1, 'two', { three: [null, true] }], members(50)]) {
      const { length } = JSON.stringify(value)
      expect([isLongerThan(value, 2 * length), isLongerThan(value, length / 2)]).toEqual([false, true])
    }
  })
})
