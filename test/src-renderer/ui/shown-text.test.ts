import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightLine } from '../../../src-renderer/ui/text/highlight.ts'
import { outputHeadOf, outputTextOf } from '../../../src-renderer/gateway/output-text.ts'
import { toChunks } from '../../../src-renderer/tools/result/text-chunks.ts'
import { formatJson, jsonHead } from '../../../src-renderer/gateway/format-json.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

describe('what is shown is what was sent', () => {
  it('colouring keeps every character of a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        expect(
          highlightLine(line)
            .map((token) => token.text)
            .join(''),
        ).toBe(line)
      }),
    )
  })

  it('a string, a number, a key and a keyword look different', () => {
    const tones = highlightLine('{"a": "b", "c": [12, null]}').filter((token) => token.tone !== 'plain')
    expect(tones.map(({ text, tone }) => `${text} ${tone}`)).toEqual([
      '{ mark',
      '"a" key',
      ': mark',
      '"b" string',
      ', mark',
      '"c" key',
      ': mark',
      '[ mark',
      '12 number',
      ', mark',
      'null word',
      '] mark',
      '} mark',
    ])
  })

  it('cutting a long text into blocks keeps all of it', () => {
    const lines = fc.array(fc.string({ maxLength: 50_000 }), { maxLength: 6 }).map((all) => all.join('\n'))
    fc.assert(
      fc.property(lines, (text) => toChunks(text).join('') === text),
      { numRuns: 30 },
    )
    expect(toChunks('x'.repeat(100_000)).length).toBeGreaterThan(5)
  })

  it('the neat form of a JSON value is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const wire = JSON.stringify(value)
        expect(JSON.stringify(parseJson(formatJson(parseJson(wire))))).toBe(wire)
      }),
    )
  })

  it('a short array stays on one line', () => {
    expect(formatJson({ roles: ['owner', 'billing'], none: [], empty: {} })).toBe(
      '{ "roles": ["owner", "billing"], "none": [], "empty": {} }',
    )
    expect(formatJson({ a: 'x'.repeat(40), b: ['y'.repeat(30)] })).toBe(
      `{\n  "a": "${'x'.repeat(40)}",\n  "b": ["${'y'.repeat(30)}"]\n}`,
    )
  })

  it('the start of a large output is how the whole begins', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 300 }), (value, chars) => {
        const sent: unknown = JSON.parse(JSON.stringify(value))
        expect(jsonHead(sent, chars)).toBe(JSON.stringify(sent, null, 2).slice(0, chars))
      }),
    )
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: [], more: {} }))
    const data = { _engine: 'real', rows } as const
    expect(outputTextOf(data, null).text.startsWith(outputHeadOf(data, null, 50_000).text)).toBe(true)
    expect(outputHeadOf({ _engine: 'llm', result: 'abc' }, 'result', 2)).toEqual({
      text: 'ab',
      language: 'prose',
    })
  })

  it('an output without a main text is shown as JSON, and one with it as that text', () => {
    expect(outputTextOf({ _engine: 'real', words: 2 }, null)).toEqual({
      text: '{ "words": 2 }',
      language: 'json',
    })
    expect(outputTextOf({ _engine: 'real', result: 'type A = 1' }, 'result')).toEqual({
      text: 'type A = 1',
      language: 'code',
    })
    expect(outputTextOf({ _engine: 'llm', result: 'Prose.' }, 'result')).toEqual({
      text: 'Prose.',
      language: 'prose',
    })
  })
})
