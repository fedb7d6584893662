import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { toCanonical } from '../support/canonical-writer.ts'

describe('canonical JSON', () => {
  it('sorts names by their UTF-16 code units, be they few or many', () => {
    // RFC 8785, 3.2.3: a pair of surrogates comes before U+FB33, though its character comes after.
    const names = [
      '\u20ac',
      '\r',
      '\ufb33',
      '1',
      '\ud83d\ude00',
      '\u0080',
      '\u00f6',
      '',
      'a',
      'B',
      '_engine',
      '10',
    ]
    for (let length = 0; length <= 40; length++) {
      const all = Array.from(
        { length },
        (_, n) => `${names[(n * 7) % names.length]}${n % 3 === 0 ? '' : n}`,
      )
      const object = Object.fromEntries(all.map((name, index) => [name, index]))
      expect(canonicalJson(object)).toBe(toCanonical(object))
    }
  })

  it('writes a number as ECMAScript does', () => {
    // RFC 8785, appendix B.
    const written = [
      [-0, '0'],
      [5e-324, '5e-324'],
      [-1.7976931348623157e308, '-1.7976931348623157e+308'],
      [9007199254740992, '9007199254740992'],
      [295147905179352830000, '295147905179352830000'],
      [1e21, '1e+21'],
      [9.999999999999997e22, '9.999999999999997e+22'],
      [1e-7, '1e-7'],
      [333333333.3333332, '333333333.3333332'],
    ] as const
    for (const [value, text] of written) expect(canonicalJson(value)).toBe(text)
    for (const value of [NaN, Infinity]) expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  it('leaves a property without a value out, as JSON.stringify does', () => {
    expect(canonicalJson({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}')
    expect(canonicalJson({ a: { b: undefined } })).toBe('{"a":{}}')
    expect(() => canonicalJson([undefined])).toThrow(TypeError)
  })

  it('writes a name as itself, however often and among however many it comes', () => {
    const hard = ['', 'a', '"', '\\', '\n', 'é', '\ud83d\ude00', 'a:', 'x'.repeat(41)]
    const many = Array.from({ length: 1_100 }, (_, n) => `name ${n}`)
    for (const name of [...hard, ...many, ...hard, ...many])
      expect(canonicalJson({ [name]: 1 })).toBe(`{${JSON.stringify(name)}:1}`)
  })

  it('refuses half of a surrogate pair, in a text and in the name of a member', () => {
    for (const half of ['\ud83d', '\ude00', 'a\ud83db']) {
      expect(() => canonicalJson([half])).toThrow(TypeError)
      expect(() => canonicalJson({ [half]: 1 })).toThrow(TypeError)
    }
    expect(canonicalJson({ '\ud83d\ude00': '\ud83d\ude00' })).toBe('{"😀":"😀"}')
  })
})
