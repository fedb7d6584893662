import { describe, expect, it } from 'vitest'
import { issuesByField } from '../../../src-renderer/tools/call/issue-fields.ts'
import { readJsonInput } from '../../../src-renderer/tools/call/json-input.ts'

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
