import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src-renderer/gateway/gateway-types.ts'
import {
  emptyRequired,
  toDraft,
  toInput,
  InputNotInForm,
  type FormDraft,
} from '../../../src-renderer/tools/call/form-draft.ts'
import { fieldsOf } from '../../../src-renderer/tools/call/schema-fields.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 10_000 },
    title: { type: 'string' },
    count: { type: 'integer', minimum: 1, maximum: 8 },
    share: { type: 'number' },
    loud: { type: 'boolean', default: false },
    style: { type: 'string', enum: ['interface', 'type'], default: 'interface' },
    level: { enum: [1, 2, 3] },
    values: { type: 'array' },
    options: { type: 'object' },
    json: {},
  },
  required: ['text'],
}
const FIELDS = fieldsOf(SCHEMA)

function withText(name: string, text: string): FormDraft {
  const draft = toDraft(FIELDS, { text: 'x' })
  return { ...draft, values: new Map(draft.values).set(name, text) }
}

describe('a form shows an input and gives it back', () => {
  const plain = fc.record(
    {
      text: fc.string(),
      title: fc.string(),
      count: fc.integer({ min: 1, max: 8 }),
      share: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      loud: fc.boolean(),
      style: fc.constantFrom('interface', 'type'),
      level: fc.constantFrom(1, 2, 3),
      values: fc.array(fc.jsonValue()),
      options: fc.dictionary(fc.string(), fc.jsonValue()),
      json: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )

  it('keeps every member as it was', () => {
    fc.assert(
      fc.property(plain, (input) => {
        const sent = parseJson(JSON.stringify(input)) as Record<string, unknown>
        const back = toInput(FIELDS, toDraft(FIELDS, sent))
        expect(back).toEqual({ input: sent, issues: [] })
      }),
    )
  })

  it('keeps members that the schema does not name, such as mode and session_id', () => {
    const input = { text: 'x', mode: 'agent', session_id: 's1' }
    expect(toInput(FIELDS, toDraft(FIELDS, input)).input).toEqual(input)
  })

  it('keeps a member called __proto__ as a plain member', () => {
    const input = parseJson('{"text":"x","__proto__":{"admin":true}}') as Record<string, unknown>
    const back = toInput(FIELDS, toDraft(FIELDS, input)).input
    expect(JSON.stringify(back)).toBe('{"text":"x","__proto__":{"admin":true}}')
    expect((back as { admin?: boolean }).admin).toBeUndefined()
  })

  it('treats a field called constructor as any other', () => {
    const fields = fieldsOf({ properties: { constructor: { type: 'string' } } })
    expect(toInput(fields, toDraft(fields, {})).input).toEqual({})
  })

  it('sends an empty text only where one was given', () => {
    expect(toInput(FIELDS, toDraft(FIELDS, { text: '' })).input).toEqual({ text: '' })
    expect(toInput(FIELDS, toDraft(FIELDS, { text: '', title: '' })).input).toEqual({ text: '', title: '' })
  })

  it.each([
    [{ text: 5 }, 'Text must be a string.'],
    [{ text: null }, 'Text must be a string.'],
    [{ count: '5' }, 'Count must be a number.'],
    [{ loud: 'yes' }, 'Loud must be a boolean.'],
    [{ style: 'class' }, 'Style must be one of its options.'],
  ])('refuses %j, which its field cannot show', (input, message) => {
    expect(() => toDraft(FIELDS, input)).toThrow(new InputNotInForm(message))
  })
})

describe('a form says what keeps it from being sent', () => {
  it.each([
    ['count', 'five', 'Enter a number.'],
    ['count', '1e999', 'Enter a number.'],
    ['count', '2.5', 'Enter a whole number.'],
    ['count', '0', 'Enter 1 or more.'],
    ['count', '9', 'Enter 8 or less.'],
    ['values', '[1, 2', 'Invalid JSON at line 1, column 6.'],
    ['options', '{\n  "a": 1,\n}', 'Invalid JSON at line 3, column 1.'],
  ])('refuses, for %s, the text %s', (name, text, message) => {
    const { issues } = toInput(FIELDS, withText(name, text))
    expect(issues).toEqual([{ field: name, message }])
  })

  // Catches: a cleared field that is sent as 0 or null.
  it('leaves out a cleared number or JSON field', () => {
    expect(toInput(FIELDS, withText('count', ' ')).input).toEqual({ text: 'x' })
    expect(toInput(FIELDS, withText('json', '')).input).toEqual({ text: 'x' })
  })

  it('asks for an empty required field, unless it has a default', () => {
    const fields = fieldsOf({
      properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' } },
      required: ['a', 'b'],
    })
    expect(emptyRequired(fields, toDraft(fields, {}))).toEqual(['a'])
    expect(emptyRequired(fields, toDraft(fields, { a: 'set' }))).toEqual([])
  })
})

describe('fields are drawn from the schema', () => {
  it('gives each field the widget of its type', () => {
    const widgets = Object.fromEntries(FIELDS.map((field) => [field.name, field.widget]))
    expect(widgets).toEqual({
      text: 'long',
      title: 'text',
      count: 'number',
      share: 'number',
      loud: 'switch',
      style: 'choice',
      level: 'choice',
      values: 'json',
      options: 'json',
      json: 'json',
    })
  })

  it('puts required fields before optional ones', () => {
    const fields = fieldsOf({
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['b'],
    })
    expect(fields.map((field) => field.name)).toEqual(['b', 'a'])
  })

  it('puts what a tool works on first, even when its schema is sorted by name', () => {
    const schema: JsonSchema = {
      properties: { dates: { enum: ['a'] }, json: {}, keys: { type: 'array' }, root: { type: 'string' } },
    }
    const fields = fieldsOf(schema, [{ input: { json: [1] } }, { input: { json: 1, root: 'A' } }])
    expect(fields.map((field) => field.name)).toEqual(['json', 'root', 'dates', 'keys'])
  })

  it('shows no bounds that merely stand for any safe integer', () => {
    const [field] = fieldsOf({
      properties: { n: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 } },
    })
    expect(field).toMatchObject({ minimum: null, maximum: null })
  })
})
