import { describe, expect, it } from 'vitest'
import { schemaIssues } from '../../../src-renderer/tools/call/validate-input.ts'
import type { JsonSchema } from '../../../src-renderer/gateway/gateway-types.ts'

// As the gateway writes it; the type of the page names only some keywords.
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 2 },
    count: { type: 'integer', minimum: 1 },
    style: { enum: ['upper', 'lower'] },
    limit: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    points: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } },
    site: { type: 'string', format: 'uri' },
  },
} as unknown as JsonSchema

describe('the check of an input while it is typed', () => {
  it.each([
    [{ text: 5 }, 'text', 'This must be a string.'],
    [{ text: 'a' }, 'text', 'This must not have fewer than 2 characters.'],
    [{ count: 1.5 }, 'count', 'This must be a whole number.'],
    [{ count: 0 }, 'count', 'This must be >= 1.'],
    [{ style: 'wide' }, 'style', 'This must be one of upper, lower.'],
    [{ limit: 'none' }, 'limit', 'This must be a number or null.'],
    [{ points: [{ x: 1 }, { x: '2' }] }, 'points/1/x', 'This must be a number.'],
    [{ site: 'no address' }, 'site', 'This must match format "uri".'],
    [{ other: 1 }, 'other', 'There is no field other here.'],
  ])('tells of %j at %s: %s', (input, path, message) => {
    expect(schemaIssues(SCHEMA, input)).toEqual([{ path, message }])
  })

  it('accepts what fits, and what still lacks a required field', () => {
    expect(
      schemaIssues(SCHEMA, { text: 'ab', count: 1, limit: null, site: 'https://example.com/' }),
    ).toEqual([])
    expect(schemaIssues(SCHEMA, {})).toEqual([])
  })

  it('leaves an input that is long to check to the gateway', () => {
    expect(schemaIssues(SCHEMA, { text: 5, other: 'a'.repeat(200_000) })).toEqual([])
  })
})
