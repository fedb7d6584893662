import { describe, expect, it } from 'vitest'
import { toInput } from '../../../src-renderer/tools/call/form-draft.ts'
import { issuesByField } from '../../../src-renderer/tools/call/issue-fields.ts'
import { readJsonInput } from '../../../src-renderer/tools/call/json-input.ts'
import { fieldsOf } from '../../../src-renderer/tools/call/schema-fields.ts'

describe('the JSON tab', () => {
  it('accepts an object', () => {
    expect(readJsonInput(' {"text": "a"} ')).toEqual({ input: { text: 'a' } })
  })

  it.each(['[1]', '"text"', 'null', '5'])('refuses %s, which is not an object', (text) => {
    expect(readJsonInput(text)).toEqual({
      problem: 'The input must be a JSON object, such as {"text": "…"}.',
    })
  })

  it.each(['', '{', '{"a": }', '{a: 1}'])('says what is wrong with %j', (text) => {
    expect(readJsonInput(text)).toEqual({
      problem: expect.stringMatching(/^(This JSON is|This is not JSON|Invalid JSON at)/),
    })
  })
})

describe('a number that a float would change', () => {
  const long = '{"id":12345678901234567891}'
  const problem = expect.stringContaining('12345678901234567891 would become 12345678901234567000')

  it('is refused in the JSON tab before it is sent', () => {
    expect(readJsonInput(long)).toEqual({ problem })
  })

  it('is sent as text where a field takes JSON as text, and refused elsewhere', () => {
    const sent = (description: string) => {
      const fields = fieldsOf({ type: 'object', properties: { json: { description } } })
      return toInput(fields, { values: new Map([['json', long]]), extra: new Map() })
    }
    expect(sent('Any JSON value, or JSON as text').input).toEqual({ json: long })
    expect(sent('Any value').issues).toEqual([{ field: 'json', message: problem }])
  })

  it('is refused in a field for a number', () => {
    const fields = fieldsOf({ type: 'object', properties: { x: { type: 'number' } } })
    const read = (text: string) => toInput(fields, { values: new Map([['x', text]]), extra: new Map() })
    expect(read('0.12345678901234567891').issues).toEqual([
      { field: 'x', message: 'Enter fewer digits: this would become 0.12345678901234568.' },
    ])
    expect(read('0.1234567890123456').input).toEqual({ x: 0.1234567890123456 })
  })
})

describe('issues of the gateway', () => {
  const fields = new Set(['json', 'root_name'])

  it.each([
    ['root_name', 'root_name', 'bad'],
    ['json.0.id', 'json', 'json.0.id: bad'],
    ['/json/0/id', 'json', '/json/0/id: bad'],
    ['json[0]', 'json', 'json[0]: bad'],
    ['', '', 'bad'],
    ['session_id', '', 'session_id: bad'],
  ])('at %j are shown at the field %j', (path, field, text) => {
    expect([...issuesByField([{ path, message: 'bad' }], fields)]).toEqual([[field, [text]]])
  })

  it('show every problem of a field', () => {
    const issues = ['short', 'odd'].map((message) => ({ path: 'json', message }))
    expect(issuesByField(issues, fields).get('json')).toEqual(['short', 'odd'])
  })
})
