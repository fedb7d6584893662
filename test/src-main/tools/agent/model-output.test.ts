import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runs } from '../../../support/runs.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

type Found = {
  found: boolean
  value: unknown
  source: string
  repaired: boolean
  all: { value: unknown }[]
}
const extract = async (text: string, more: object = {}) =>
  (await runTool('llm-output-extract-json', { text, ...more })) as Found
const fix = async (text: string) =>
  (await runTool('llm-output-fix-json', { text })) as { value: unknown; changed: boolean; json: string }

describe('llm-output-extract-json', () => {
  it.each<[string, string, unknown]>([
    ['a citation before the answer', 'As [1] says: {"a": "}{", "b": [2]}', { a: '}{', b: [2] }],
    ['a fence without a language', '```\n[1, 2]\n```', [1, 2]],
    ['a fence of tildes', '~~~json\n{"a": 1}\n~~~', { a: 1 }],
    ['a fence that is cut off', 'Here:\n```json\n{"a": [1, 2', { a: [1, 2] }],
    ['a fence inside a text', '{"md": "```js\\nx\\n```"}', { md: '```js\nx\n```' }],
    ['thoughts with a draft', '<think>{"draft": true}</think>\n{"final": true}', { final: true }],
    ['an escaped quote', 'x {"a": "say \\"{\\" loud"} y', { a: 'say "{" loud' }],
    ['Python', "Answer: {'a': None, 'b': True}", { a: null, b: true }],
    ['a brace that never closes before one that does', 'if { then {"a": 1}', { a: 1 }],
    ['a CRLF fence', '```json\r\n{"a": 1}\r\n```\r\n', { a: 1 }],
  ])('finds JSON in %s', async (_name, text, value) => {
    expect(await extract(text)).toMatchObject({ found: true, value })
  })

  it('prefers what is fenced, and lists all in their order', async () => {
    const { value, all } = await extract('{"inline": 1}\n```json\n{"fenced": 2}\n```\n[3]')
    expect(value).toEqual({ fenced: 2 })
    expect(all.map((one) => one.value)).toEqual([{ inline: 1 }, { fenced: 2 }, [3]])
  })

  it('takes only what was asked for', async () => {
    expect(await extract('[1] {"a": 1}', { expect: 'array' })).toMatchObject({ value: [1] })
    expect(await extract('{a: 1}', { repair: false })).toMatchObject({ found: false, value: null })
    expect(await extract('{"a": 1e999}')).toMatchObject({ found: false })
  })

  it('finds any JSON object that is set between words', async () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(object, fc.constantFrom('', 'Result: ', 'a\n\n', "it's: "), async (value, words) => {
        const json = JSON.stringify(value)
        fc.pre(!json.includes('```') && json.isWellFormed())
        const { value: found, repaired } = await extract(`${words}${json} (that is all)`)
        expect(JSON.stringify(found)).toBe(JSON.stringify(parseJson(json)))
        expect(repaired).toBe(false)
      }),
      { numRuns: runs(60, 2_000) },
    )
  })

  // 200,000 tildes took 15 seconds when a fence could be any part of them.
  it.each(['~'.repeat(200_000), '`'.repeat(200_000), '<think>'.repeat(28_000)])(
    'finds nothing in a great many signs that begin something: %.7s',
    async (text) => {
      expect(await extract(text)).toMatchObject({ found: false, all: [] })
    },
  )

  it('finishes a text of brackets in time', async () => {
    const read = async () => {
      await extract('{'.repeat(100_000))
      await extract('[{"'.repeat(30_000))
    }
    expect(await cpuMsOf(read)).toBeLessThan(4_000)
  })
})

describe('llm-output-fix-json', () => {
  it.each<[string, unknown]>([
    // JSON5, 6: numbers that are not JSON.
    ['[.5, 5., +5, -.5e1, 0x1F, -0x10]', [0.5, 5, 5, -5, 31, -16]],
    ['{"a": "+1, .5", b: .5}', { a: '+1, .5', b: 0.5 }],
    ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
    ['{"a": "b" + "c"}', { a: 'bc' }],
    ['{“a”: ‘b’}', { a: 'b' }],
    ['[1, 2, ...]', [1, 2]],
    ['{"a": 1, // note\n "b": 2,}', { a: 1, b: 2 }],
    ['{"a": undefined, "b": NaN}', { a: null, b: 'NaN' }],
    ['{"text": "say "hi" now"}', { text: 'say "hi" now' }],
    ['```json\n{"a": 1,}\n```', { a: 1 }],
    ['Sure! {a: {b: [1, 2', { a: { b: [1, 2] } }],
    ['[1,,2]', [1, 2]],
    // Catches: an apostrophe that comes back as a double quote.
    ["{'a': 'it's', 'b': 'don't'}", { a: "it's", b: "don't" }],
    ["{'a': 'it\\'s'}", { a: "it's" }],
    ["{'a': 'it\\\\'s'}", { a: "it's" }],
    ['{"a": "it\'s", b: "don\'t', { a: "it's", b: "don't" }],
    ['{b: [1,2, ,3,], "c": "x,,y"}', { b: [1, 2, 3], c: 'x,,y' }],
  ])('repairs %s', async (text, value) => {
    expect(await fix(text)).toMatchObject({ value, changed: true })
  })

  it.each<[string, unknown]>([
    ['[{"a":1}, {"a":2}', [{ a: 1 }, { a: 2 }]],
    ['{"a": 1, "b": {"c": 2}', { a: 1, b: { c: 2 } }],
    ['{"items": [{"id": 1}, {"id": 2}], "next": "abc', { items: [{ id: 1 }, { id: 2 }], next: 'abc' }],
    ['Here you are:\n[{"a":1},\n{"a":2},\n{"a":3', [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ["{'a': {'b': 1}, c: [1", { a: { b: 1 }, c: [1] }],
    ['{"a": [1, 2}', { a: [1, 2] }],
    ['[{"id": 1}, {"name": "+\\', [{ id: 1 }, { name: '+' }]],
    ['["a\\\\', ['a\\']],
    ['["a\\u26', ['a']],
    ['["a\\ud83d', ['a']],
    ['["a\\ud83d\\ude0', ['a']],
    ['["\\ud83d\\ude00', ['😀']],
    // A bracket in prose is not JSON that was cut off.
    ['I use [ as a bracket and {"a":1}', { a: 1 }],
  ])('closes what is cut off instead of taking a part of it: %s', async (text, value) => {
    expect((await fix(text)).value).toEqual(value)
  })

  it('keeps all that is complete of a list that is cut off anywhere', async () => {
    const element = fc.record({ id: fc.integer(), name: fc.string(), tags: fc.array(fc.boolean()) })
    await fc.assert(
      fc.asyncProperty(fc.array(element, { minLength: 1, maxLength: 5 }), fc.nat(), async (list, seed) => {
        const whole = list.map((one) => JSON.stringify(one))
        const text = `[${whole.join(', ')}`
        const end = whole[0]!.length + 1 + (seed % (text.length - whole[0]!.length))
        const complete = whole.filter((_, place) => whole.slice(0, place + 1).join(', ').length < end)
        const { value } = await fix(text.slice(0, end))
        expect(Array.isArray(value) && value.slice(0, complete.length)).toEqual(complete.map(parseJson))
      }),
      { numRuns: runs(200, 5_000) },
    )
  })

  it('leaves every valid JSON text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        fc.pre(json.isWellFormed() && json !== '')
        expect(await fix(json)).toEqual({
          value: parseJson(json),
          json: JSON.stringify(parseJson(json)),
          changed: false,
        })
      }),
      { numRuns: 60 },
    )
  })

  it.each(['no json here', '42 apples', '}', '"'])('refuses %s, which cannot be repaired', async (text) => {
    await expect(fix(text)).rejects.toMatchObject({ name: 'InvalidInput', path: 'text' })
  })
})

describe('llm-output-validate', () => {
  const validate = (text: string, schema: unknown, more: object = {}) =>
    runTool('llm-output-validate', { text, schema, ...more })

  it('names the place of each fault as a JSON Pointer', async () => {
    const schema = {
      properties: { 'a/b': { items: { type: 'string', format: 'date' } } },
      additionalProperties: false,
    }
    expect(await validate('{"a/b": ["2026-02-30", 1], "c": 1}', schema)).toMatchObject({
      valid: false,
      errors: [
        { path: '/a~1b/0', keyword: 'format' },
        { path: '/a~1b/1', keyword: 'type' },
        { path: '', keyword: 'additionalProperties', message: expect.stringContaining('"c"') },
      ],
    })
  })

  it('accepts a scalar where the schema does', async () => {
    expect(await validate('42', { type: 'integer' })).toMatchObject({ valid: true, value: 42 })
    expect(await validate('"{a: 1}"', { type: 'string' })).toMatchObject({ valid: true, value: '{a: 1}' })
    expect(await validate('nothing', true)).toMatchObject({ valid: false, errors: [{ keyword: 'json' }] })
  })

  it('follows the dialect that the schema names', async () => {
    const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }
    expect(await validate('[1]', draft7)).toMatchObject({ valid: false })
    expect(await validate('[1]', { prefixItems: [{ type: 'string' }] })).toMatchObject({ valid: false })
    expect(await validate('[1]', { $ref: '#/$defs/a', $defs: { a: { maxItems: 0 } } })).toMatchObject({
      valid: false,
    })
  })

  it.each([
    { $ref: 'https://example.com/other.json' },
    { type: 'nothing' },
    { pattern: '(' },
    { $schema: 'http://json-schema.org/draft-04/schema#' },
  ])('refuses the schema %j', async (schema) => {
    await expect(validate('{}', schema)).rejects.toMatchObject({ name: 'InvalidInput', path: 'schema' })
  })

  it('refuses to coerce by a schema that only refers to itself', async () => {
    const schema = { $ref: '#' }
    const coerced = validate('{}', schema, { coerce: true })
    await expect(coerced).rejects.toMatchObject({ name: 'InvalidInput', path: 'schema' })
  })

  it('fills in defaults only when it is asked to coerce', async () => {
    const schema = { properties: { a: { default: 1 }, b: { type: 'number' } } }
    expect(await validate('{"b": "2"}', schema, { coerce: true })).toMatchObject({
      valid: true,
      value: { a: 1, b: 2 },
    })
    expect(await validate('{"b": 2}', schema)).toMatchObject({ value: { b: 2 } })
  })
})
