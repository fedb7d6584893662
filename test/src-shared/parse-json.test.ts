import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../src-shared/parse-json.ts'

// JSON text that shares nothing with the parser under test: the keys and values are known before they are written.
const keys = fc.oneof(
  fc.constantFrom('__proto__', '\\', '\n', '\r', '"', '\u0000', 'a', 'a\\', 'a\n', '1', '', 'é', '\ud800'),
  fc.string({ maxLength: 3 }),
)
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, 1.5, -2e-7, 'x', '\\', 'a"b\\c\n', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(keys, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value

describe('parseJson', () => {
  // Catches: a key that the engine takes for the one before it.
  it('reads keys that begin with an escape after a key that is a backslash', () => {
    for (const key of ['\n', '\r', '"', '\u0000', '\t', '\\']) {
      parseJson('{"id":null,"\\\\":0}')
      const text = `[{"id":null,${JSON.stringify(key)}:1}]`
      expect(JSON.stringify(parseJson(text))).toBe(text)
    }
  })

  it('reads a key after another that begins like it and ends in a backslash', () => {
    parseJson('{"id":null,"a\\\\":0}')
    expect(JSON.stringify(parseJson('{"id":null,"a\\n":1}'))).toBe('{"id":null,"a\\n":1}')
  })

  it('gives back what was written, whatever was read before', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 2), (value, indent) => {
        expect(parseJson(JSON.stringify(value, null, indent))).toStrictEqual(value)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })

  it('treats repeated names, numbers without an end and `__proto__` as the engine does', () => {
    const text = '{"\\u0061":1,"b":1e400,"a":2,"\\u005f_proto__":{"polluted":true}}'
    const value = parseJson(text) as Record<string, unknown>
    expect(Object.entries(value)).toEqual([
      ['a', 2],
      ['b', Infinity],
      ['__proto__', { polluted: true }],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(['{"a\\n":1,}', '{"a\\n":1} x', "{'a\\n':1}", '{"a\\n":01}', '{"a\\n":1 /* no */}', ''])(
    'refuses %j as the engine does',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError)
    },
  )

  it('ends with an error, and not with the process, where the levels are too many', () => {
    const levels = 200_000
    const text = `{"a\\n":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})
