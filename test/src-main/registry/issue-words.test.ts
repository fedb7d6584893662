import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueWords } from '../../../src-main/registry/issue-words.ts'

const SHAPES = z.discriminatedUnion('type', [
  z.object({ type: z.literal('circle') }),
  z.object({ type: z.literal('square') }),
])

// Catches: the library's own words, which speak of types and operators, in front of a person.
it.each([
  [z.int().min(1), 0, 'Must be 1 or more'],
  [z.int().max(5), 6, 'Must be 5 or less'],
  [z.number().gt(0), 0, 'Must be more than 0'],
  [z.number().lt(5), 5, 'Must be less than 5'],
  [z.number().multipleOf(2), 3, 'Must be a multiple of 2'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.number(), NaN, 'Must be a number'],
  [z.string(), 5, 'Must be a string'],
  [z.boolean(), null, 'Must be true or false'],
  [z.array(z.string()), 'a', 'Must be a list'],
  [z.record(z.string(), z.string()), [], 'Must be an object'],
  [z.string().min(1), '', 'Must have at least 1 character'],
  [z.string().max(3), 'abcd', 'Must have at most 3 characters'],
  [z.string().length(2), 'abc', 'Must have exactly 2 characters'],
  [z.array(z.string()).min(2), [], 'Must have at least 2 items'],
  [z.enum(['hex', 'utf8']), 'x', 'Must be one of hex, utf8'],
  [z.literal('a'), 'b', 'Must be a'],
  [SHAPES, { type: 'star' }, 'Must be one of circle, square'],
  [SHAPES, {}, 'Must be one of circle, square'],
  [z.string().regex(/^a$/), 'b', 'Must match pattern /^a$/'],
  [
    z.record(z.string().max(2), z.string()),
    { abc: '' },
    'This name cannot be used: it must have at most 2 characters',
  ],
  [z.string().min(1, 'Say something'), '', 'Say something'],
  [z.email(), 'x', 'Invalid email address'],
])('says in plain words what is wrong with a value', (schema, value, words) => {
  expect(schema.safeParse(value).error?.issues.map(issueWords)).toEqual([words])
})
