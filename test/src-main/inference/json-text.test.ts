import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotJson, parseJsonText } from '../../../src-main/inference/index.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

function faultOf(text: string): NotJson {
  try {
    parseJsonText(text)
  } catch (error) {
    if (error instanceof NotJson) return error
    throw error
  }
  throw new Error('It was taken for JSON')
}

describe('text that is not JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9, 'key in double quotes'],
    ['{\n  "a": tru\n}', 2, 8, 'expected a value'],
    ['[1 2]', 1, 4, 'expected "," or "]"'],
    ['{"a" 1}', 1, 6, 'expected ":"'],
    ["{'a': 1}", 1, 2, 'key in double quotes'],
    ['[1,\r\n\r\n,2]', 3, 1, 'expected a value'],
    ['"a\tb"', 1, 3, 'control character'],
    ['"\\x"', 1, 2, 'escape'],
    ['{"a": 01}', 1, 8, 'expected "," or "}"'],
    ['', 1, 1, 'the text ends'],
    ['["abc', 1, 6, 'the text ends'],
    ['{} {}', 1, 4, 'after the end'],
    ['NaN', 1, 1, 'expected a value'],
  ])('%j is reported at line %i, column %i: %s', (text, line, column, reason) => {
    const fault = faultOf(text)
    expect([fault.line, fault.column]).toEqual([line, column])
    expect(fault.message).toContain(reason)
  })

  it('is shown where the fault lies, up to one line of it', () => {
    const fault = faultOf(`{"a": ${'x'.repeat(1_000_000)}}`)
    expect(fault.message).toContain('xxx')
    expect(fault.message.length).toBeLessThan(200)
  })

  it('is found at any depth without exhausting the stack', () => {
    expect(faultOf('['.repeat(2_000_000)).column).toBe(2_000_001)
  })

  it('is exactly what parseJson refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '.5',
      'e1',
      'true',
      'nul',
      ' ',
      '\n',
      '"',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        let value: unknown
        try {
          value = parseJson(text)
        } catch {
          expect(() => parseJsonText(text)).toThrow(NotJson)
          return
        }
        expect(parseJsonText(text)).toEqual(value)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })
})

it('a byte order mark in front of JSON is accepted', () => {
  expect(parseJsonText('\uFEFF{"a":1}')).toEqual({ a: 1 })
})
