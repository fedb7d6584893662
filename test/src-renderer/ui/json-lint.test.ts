import { expect, it } from 'vitest'
import { jsonLinter } from '../../../src-renderer/ui/editor/json-lint.ts'

const SCHEMA = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, 'a/b': { items: { type: ['integer', 'null'] } } },
}

function faultsIn(text: string, schema: object | null = SCHEMA) {
  return jsonLinter(schema)(text).map(({ from, to, message }) => [text.slice(from, to), message])
}

it.each([
  ['{"text": 5}', [['5', 'This must be a string.']]],
  ['{"text": "", "a/b": [1, null, "2"]}', [['"2"', 'This must be a whole number or null.']]],
  ['{}', [['{}', 'This needs text.']]],
  ['{"text": "fine"}', []],
])('marks in %s the value that does not fit its schema', (text, marked) => {
  expect(faultsIn(text)).toEqual(marked)
})

it('marks what is not JSON, with or without a schema', () => {
  expect(faultsIn('{"text": }')).toHaveLength(1)
  expect(faultsIn('[1,', null)).toHaveLength(1)
  expect(faultsIn('[1]', null)).toEqual([])
})
