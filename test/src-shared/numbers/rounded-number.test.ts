import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoundedNumber } from '../../../src-shared/numbers/rounded-number.ts'

const LONG = '12345678901234567891'

describe('a number that a float would change', () => {
  it.each([
    [LONG, []],
    [`-${LONG}`, []],
    [`{"a":[1,{"b\\"c":${LONG}}]}`, ['a', 1, 'b"c']],
    [`[[],[1,2],{"a":1}, -${LONG}]`, [3]],
    ['9007199254740993', []],
    ['[9007199254740993.0]', [0]],
    ['1234567890123456789e3', []],
    ['3.141592653589793238462643383279', []],
    ['{"a":0.12345678901234567891}', ['a']],
    ['[123456789.123456789123]', [0]],
    ['0.12345678901234567', []],
    ['[1,-0.30000000000000001]', [1]],
    ['1e-400', []],
    ['{"a":{"b":1.5e-330}}', ['a', 'b']],
    ['1e400', []],
  ])('is found where it is: %s', (text, path) => {
    expect(findRoundedNumber(text)?.path).toEqual(path)
  })

  it('is named with the number that it would become', () => {
    expect(findRoundedNumber(`[-${LONG}]`)?.message).toContain(
      `-${LONG} would become -12345678901234567000`,
    )
    expect(findRoundedNumber('9'.repeat(5_000))!.message.length).toBeLessThan(300)
  })

  it.each([
    '9007199254740992',
    '12345678901234567000',
    '-1e300',
    '3.141592653589793',
    '0.1000000000000000000000000',
    '100000000000000000000.00',
    '0.10000000000000001',
    '23.100000000000001',
    '4.9E-324',
    '2.2250738585072014e-308',
    '0.30000000000000004',
    '1.7976931348623157E+308',
    `"${LONG}"`,
    `{"a\\":${LONG}":"\\\\","b":" ${LONG}"}`,
    '',
  ])('is nothing else: %s', (text) => {
    expect(findRoundedNumber(text)).toBeNull()
  })

  it('is in no text that JSON.stringify has written', () => {
    fc.assert(fc.property(fc.json(), (text) => findRoundedNumber(text) === null))
  })

  // What programs write: the fewest digits (JavaScript, Python, Go, Rust), at least two (Java), seventeen (C).
  it.each([
    ['the fewest digits', String],
    ['an exponent', (float: number) => float.toExponential()],
    ['seventeen digits', (float: number) => float.toPrecision(17)],
    ['a trailing zero', (float: number) => String(float).replace(/^-?\d+\.\d+/, '$&0')],
  ])('is not found in a float that a program wrote with %s', (_, write) => {
    const floats = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((float) => Math.abs(float) < 1e15 || float !== Math.trunc(float))
    fc.assert(fc.property(floats, (float) => findRoundedNumber(`{"a":${write(float)}}`) === null))
  })
})
