import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import { jsonLinter } from '../../../src-renderer/ui/editor/json-lint.ts'

const SCHEMA = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, 'a/b': { items: { type: ['integer', 'null'] } } },
}

async function faultsIn(text: string, schema: object | null = SCHEMA) {
  const state = EditorState.create({ doc: text, extensions: json() })
  const found = await jsonLinter(schema)({ state } as EditorView) // A linter reads the state alone.
  return found.map(({ from, to, message }) => [text.slice(from, to), message])
}

it.each([
  ['{"text": 5}', [['5', 'This must be a string.']]],
  ['{"text": "", "a/b": [1, null, "2"]}', [['"2"', 'This must be a whole number or null.']]],
  ['{}', [['{}', 'This needs text.']]],
  ['{"text": "fine"}', []],
])('marks in %s the value that does not fit its schema', async (text, marked) => {
  expect(await faultsIn(text)).toEqual(marked)
})

it('marks what is not JSON, with or without a schema', async () => {
  expect(await faultsIn('{"text": }')).toHaveLength(1)
  expect(await faultsIn('[1,', null)).toHaveLength(1)
  expect(await faultsIn('[1]', null)).toEqual([])
})
