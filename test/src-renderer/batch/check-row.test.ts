import { expect, it } from 'vitest'
import { createRowCheck } from '../../../src-renderer/batch/rows/check-row.ts'
import type { Tool } from '../../../src-renderer/gateway/gateway-types.ts'

const input_schema = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 3 },
    count: { type: ['integer', 'null'] },
    style: { enum: ['upper', 'lower'] },
    of: { type: 'object', additionalProperties: false },
  },
}
const tool = { slug: 'text-case', input_schema, credits: 1 } as unknown as Tool // What the check reads.
const check = createRowCheck(new Map([[tool.slug, tool]]))

it.each([
  [{ text: 'abc', count: null, style: 'upper', of: {} }, ''],
  [{ text: 'abc', mode: 'agent' }, ''],
  [{}, 'text is missing'],
  [{ text: '' }, 'text is empty or too short'],
  [{ text: 'abcd' }, 'text is too long'],
  [{ text: 5 }, 'text must be a string'],
  [{ text: 'a', count: '5' }, 'count must be a whole number or null'],
  [{ text: 'a', style: 'wide' }, 'style must be one of upper, lower'],
  [{ text: 'a', other: 1 }, 'other is not a field of text-case'],
  [{ text: 'a', of: { b: 1 } }, 'of is not a field of text-case'],
])('says of the row %j: %s', (input, problem) => {
  expect(check(tool.slug, input, JSON.stringify(input))).toBe(problem)
})
