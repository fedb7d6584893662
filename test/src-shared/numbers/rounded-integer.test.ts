import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoundedInteger } from '../../../src-shared/numbers/rounded-integer.ts'

const LONG = '12345678901234567891'

describe('an integer that a float would change', () => {
  it.each([
    [LONG, []],
    [`-${LONG}`, []],
    [`{"a":[1,{"b\\"c":${LONG}}]}`, ['a', 1, 'b"c']],
    [`[[],[1,2],{"a":1}, -${LONG}]`, [3]],
    ['9007199254740993', []],
    ['[9007199254740993.0]', [0]],
    ['1234567890123456789e3', []],
  ])('is found where it is: %s', (text, path) => {
    expect(findRoundedInteger(text)?.path).toEqual(path)
  })

  it('is named with the number that it would become', () => {
    expect(findRoundedInteger(`[-${LONG}]`)?.message).toContain(
      `-${LONG} would become -12345678901234567000`,
    )
    expect(findRoundedInteger('9'.repeat(5_000))!.message.length).toBeLessThan(300)
  })

  it.each([
    '9007199254740992',
    '12345678901234567000',
    '-1e300',
    '3.141592653589793238462643383279',
    `"${LONG}"`,
    `{"a\\":${LONG}":"\\\\","b":" ${LONG}"}`,
    '',
  ])('is nothing else: %s', (text) => {
    expect(findRoundedInteger(text)).toBeNull()
  })

  it('is in no text that JSON.stringify has written', () => {
    fc.assert(fc.property(fc.json(), (text) => findRoundedInteger(text) === null))
  })
})
