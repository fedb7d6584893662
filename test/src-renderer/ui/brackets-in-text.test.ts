import { EditorState, Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { firstUnclosed, partnerIn, stringAround } from '../../../src-renderer/ui/editor/brackets-in-text.ts'
import {
  getIndentation,
  IndentContext,
  indentsJson,
  matchBrackets,
} from '../../../src-renderer/ui/editor/plain-language.ts'

describe('brackets in a text', () => {
  it.each([
    ['{"a": [', 0],
    ['  "a": [', 7],
    ['"a": [1, 2],', -1],
    ['}, {', 3],
    ['"[{"', -1],
  ])('finds in %s the first bracket that the line leaves open', (line, place) => {
    expect(firstUnclosed(line)).toBe(place)
  })

  it('finds the partner over lines and past brackets in strings', () => {
    const text = '{\n  "a}": [1, {"b": "]"}]\n}'
    const doc = Text.of(text.split('\n'))
    expect(partnerIn(doc, 0)).toBe(text.length - 1)
    expect(partnerIn(doc, text.length - 1)).toBe(0)
    expect(partnerIn(doc, text.indexOf('['))).toBe(text.lastIndexOf(']'))
    expect(partnerIn(doc, 3)).toBeNull()
    expect(partnerIn(Text.of(['[1)']), 0)).toBe(-1)
  })

  it('knows whether a place is within a string', () => {
    expect(stringAround('"ab": 1', 2)).toEqual({ from: 0, to: 4 })
    expect(stringAround('"ab": 1', 6)).toBeNull()
  })
})

describe('indentation of JSON', () => {
  const indentAt = (text: string, json = true): number | null => {
    const at = text.indexOf('|')
    const doc = text.replace('|', '')
    const state = EditorState.create({ doc, extensions: indentsJson.of(json) })
    return getIndentation(new IndentContext(state, { simulateBreak: at }), at)
  }

  it.each([
    ['{|', 2],
    ['  "a": [|', 4],
    ['  "a": 1,|', 2],
    ['  "a": 1|}', 0],
    ['  [1|]', 2],
  ])('is right after a break in %s', (text, columns) => {
    expect(indentAt(text)).toBe(columns)
  })

  it('stays as it is in other texts', () => {
    expect(indentAt('see (|', false)).toBeNull()
  })

  it('tells the bracket beside the cursor and its partner', () => {
    const state = EditorState.create({ doc: '[1, 2]' })
    expect(matchBrackets(state, 6, -1)).toMatchObject({ matched: true, end: { from: 0 } })
    expect(matchBrackets(state, 0, 1)).toMatchObject({ matched: true, end: { from: 5 } })
    expect(matchBrackets(state, 2, 1)).toBeNull()
  })
})
