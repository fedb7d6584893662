import { describe, expect, it } from 'vitest'
import type { Tool } from '../../../src-renderer/gateway/gateway-types.ts'
import { inputWithMain } from '../../../src-renderer/tools/call/fill-main.ts'
import { fieldsOf } from '../../../src-renderer/tools/call/schema-fields.ts'
import {
  changeView,
  draftOf,
  fromStored,
  readDraft,
  toStored,
} from '../../../src-renderer/tools/call/tool-draft.ts'

const tool = (
  properties: NonNullable<Tool['input_schema']['properties']>,
  more: Partial<Tool> = {},
): Tool => ({
  slug: 'tool',
  name: 'Tool',
  description: '',
  category: 'Text',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  input_schema: { type: 'object', properties, required: ['text'] },
  ...more,
})

const REPEAT = tool({ text: { type: 'string' }, times: { type: 'integer' }, trim: { type: 'boolean' } })
const FIELDS = fieldsOf(REPEAT.input_schema)

describe('a draft', () => {
  it('shows an input as a form, and stands for exactly that input', () => {
    const input = { text: 'a', times: 3, trim: false, other: [1] }
    const draft = draftOf(REPEAT, input)
    expect([draft.view, draft.problem]).toEqual(['form', ''])
    expect(readDraft(draft, FIELDS)).toEqual({ input, issues: [] })
  })

  it('shows as JSON what the form cannot hold, and says why', () => {
    const draft = draftOf(REPEAT, { text: 'a', times: 'three' })
    expect(draft.view).toBe('json')
    expect(draft.problem).not.toBe('')
    expect(readDraft(draft, FIELDS).input).toEqual({ text: 'a', times: 'three' })
  })

  it('is not an input while a field or the JSON is wrong', () => {
    const draft = draftOf(REPEAT, { text: 'a' })
    const values = new Map(draft.form.values).set('times', '3.5')
    const wrong = readDraft({ ...draft, form: { ...draft.form, values } }, FIELDS)
    expect(wrong).toMatchObject({ input: null, issues: [{ field: 'times' }] })
    const half = readDraft({ ...draft, view: 'json', json: '{"text": ' }, FIELDS)
    expect(half).toMatchObject({ input: null, issues: [{ field: '' }] })
  })

  it('comes back from the gateway as it was kept', () => {
    const draft = draftOf(REPEAT, { text: 'a', other: { deep: [1] } }, 'json')
    // As it travels: as JSON, which has no undefined.
    const kept = JSON.parse(JSON.stringify(toStored(draft)))
    expect(readDraft({ ...fromStored(kept), view: 'form' }, FIELDS).input).toEqual({
      text: 'a',
      other: { deep: [1] },
    })
    expect(fromStored(kept)).toMatchObject({ view: 'json', json: draft.json, problem: '' })
  })
})

describe('the other view of a draft', () => {
  it('carries the input over both ways', () => {
    const form = draftOf(REPEAT, { text: 'a', times: 3 })
    const json = { ...form, ...changeView(form, 'json', FIELDS) }
    expect(json.view).toBe('json')
    expect(JSON.parse(json.json)).toEqual({ text: 'a', times: 3 })
    const back = { ...json, ...changeView({ ...json, json: '{"text": "b"}' }, 'form', FIELDS) }
    expect([back.view, readDraft(back, FIELDS).input]).toEqual(['form', { text: 'b' }])
  })

  it('stays JSON, with the reason, as long as no form can show it', () => {
    const draft = draftOf(REPEAT, { text: 'a' }, 'json')
    for (const json of ['{"text": ', '[]', '{"text": "a", "times": "three"}']) {
      const change = changeView({ ...draft, json }, 'form', FIELDS)
      expect(change.view, json).toBeUndefined()
      expect(change.problem, json).not.toBe('')
    }
  })
})

describe('a text for the main field of a tool', () => {
  const examples = [{ title: 'One', input: { text: 'example', times: 2 } }]

  it('replaces it, and keeps the other required fields of the example', () => {
    const both = tool({ text: { type: 'string' }, times: { type: 'integer' } }, { examples })
    const required = { ...both, input_schema: { ...both.input_schema, required: ['text', 'times'] } }
    expect(inputWithMain({ ...required, main_field: 'text' }, 'mine')).toEqual({ text: 'mine', times: 2 })
    expect(inputWithMain({ ...both, main_field: 'text' }, 'mine')).toEqual({ text: 'mine' })
  })

  it('stays text where text is wanted, and becomes JSON or lines elsewhere', () => {
    const into = (type: string, text: string) =>
      inputWithMain(tool({ text: { type } }, { main_field: 'text' }), text)
    expect(into('string', '{"a":1}')).toEqual({ text: '{"a":1}' })
    expect(into('object', '{"a":1}')).toEqual({ text: { a: 1 } })
    expect(into('array', '[1,2]')).toEqual({ text: [1, 2] })
    expect(into('array', 'one\r\ntwo\n\n')).toEqual({ text: ['one', 'two'] })
    expect(into('object', 'not JSON')).toEqual({ text: 'not JSON' })
  })

  it('fills nothing in a tool without a main field', () => {
    const two = tool({ text: { type: 'string' }, b: { type: 'string' } })
    const input_schema = { ...two.input_schema, required: ['text', 'b'] }
    expect(inputWithMain({ ...two, input_schema }, 'mine')).toBeNull()
  })
})
