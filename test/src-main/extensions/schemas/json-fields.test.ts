import { describe, expect, it } from 'vitest'
import { jsonFields } from '../../../../src-main/extensions/schemas/json-fields.ts'
import { mendSchema } from '../../../../src-main/json-schema/mend-schema.ts'
import { toOpenApi } from '../../../../src-main/extensions/schemas/to-openapi.ts'
import { threadCpuMs } from '../../../support/cpu-time.ts'

const object = (properties: object, rest: object = {}) =>
  jsonFields({ type: 'object', properties, ...rest })
const takes = (fields: ReturnType<typeof object>, value: object): boolean => fields.check(value).ok

describe('a schema from outside', () => {
  it('is mended where it is of an old draft or of OpenAPI 3.0', () => {
    const old = object({ n: { type: 'integer', minimum: 1, exclusiveMinimum: true } })
    expect([takes(old, { n: 1 }), takes(old, { n: 2 })]).toEqual([false, true])
    const nullable = object({ a: { type: 'string', enum: ['x'], nullable: true } }, { required: ['a'] })
    expect([
      takes(nullable, { a: null }),
      takes(nullable, { a: 'x' }),
      takes(nullable, { a: 'y' }),
    ]).toEqual([true, true, false])
    const tuple = object({ t: { type: 'array', items: [{ type: 'string' }], additionalItems: false } })
    expect([takes(tuple, { t: ['a'] }), takes(tuple, { t: ['a', 1] }), takes(tuple, { t: [1] })]).toEqual([
      true,
      false,
      false,
    ])
    const dependent = object({}, { dependencies: { a: ['b'] } })
    expect([takes(dependent, { a: 1 }), takes(dependent, { a: 1, b: 2 })]).toEqual([false, true])
  })

  it('keeps what it refers to, wherever that is, and itself', () => {
    const { json, ...tree } = jsonFields({
      type: 'object',
      properties: { node: { $ref: '#/components/Node' } },
      components: { Node: { type: 'object', properties: { next: { $ref: '#/components/Node' } } } },
    })
    expect(json.$defs).toEqual({ Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } })
    expect(tree.unchecked).toBe(null)
  })

  // Catches: a condition that refuses everything, because what it asks for was left out.
  it('refuses no more than was written where a part of it cannot be read', () => {
    const remote = { $ref: 'https://example.com/a.json' }
    for (const schema of [
      { not: remote },
      { oneOf: [remote, { $ref: 'https://example.com/b.json' }] },
      { if: remote, then: { type: 'number' } },
      { not: { pattern: '(?=x)' } },
      { oneOf: [{ enum: [{}] }, { enum: [[]] }] },
      { type: 'file' },
      { type: 'object', patternProperties: { '(?=x)': {} }, additionalProperties: false },
    ])
      expect([schema, takes(object({ a: schema }), { a: {} })]).toEqual([schema, true])
  })

  it('leaves out fields that are null, as models in a strict mode send them', () => {
    const fields = object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a'] })
    expect(fields.check({ a: 'x', b: null })).toEqual({ ok: true, value: { a: 'x' } })
    expect(fields.check({ a: null })).toMatchObject({ ok: false, issues: [{ path: 'a' }] })
    expect(fields.check({})).toEqual({
      ok: false,
      issues: [{ path: 'a', message: 'This field is missing' }],
    })
  })

  it('becomes an object with all fields where it is one of several', () => {
    const { json, fields } = jsonFields({
      oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: {} } }],
    })
    expect([json.type, [...fields]]).toEqual(['object', ['a', 'b']])
  })

  it('that is too large, too deep or none is not checked, and its tool takes any object', () => {
    const deep = Array.from({ length: 100 }).reduce<object>(
      (of) => ({ type: 'object', properties: { of } }),
      {},
    )
    const wide = { anyOf: Array.from({ length: 3_000 }, () => ({})) }
    const long = { description: 'x'.repeat(300_000) }
    for (const schema of [deep, wide, long, [1], 'x', null]) {
      const fields = jsonFields(schema)
      expect(fields.unchecked).not.toBe(null)
      expect(fields.check({ any: 1 })).toEqual({ ok: true, value: { any: 1 } })
    }
  })
})

describe('a schema from outside in the OpenAPI document', () => {
  const written = (schema: object): unknown =>
    toOpenApi(mendSchema({ type: 'object', properties: { a: schema } })).properties

  // Catches: "exactly one" of members that are the same once what the dialect cannot say is left out.
  it('refuses no more than the schema does', () => {
    const text = { type: 'string' }
    const patterns = [
      { ...text, pattern: '^a' },
      { ...text, pattern: '^b' },
    ]
    expect(written({ oneOf: patterns })).toEqual({ a: { anyOf: [text, text] } })
    expect(written({ oneOf: [text, { pattern: '^b' }] })).toEqual({ a: {} })
    expect(written({ allOf: [text, { pattern: '^b' }] })).toEqual({ a: { allOf: [text] } })
  })
})

describe('a hostile schema', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => {
      const $ref = `#/$defs/d${index + 1}`
      return [`d${index}`, { allOf: [{ $ref }, { $ref }] }]
    }),
  )
  const many = (part: object) => ({ a: { allOf: Array.from({ length: 1_900 }, () => part) } })
  const rows: Readonly<Record<string, readonly [object, object]>> = {
    'a pattern that goes back over its text': [
      { a: { pattern: '^(a+)+$' } },
      { a: `${'a'.repeat(100_000)}!` },
    ],
    'a pattern of many repetitions': [{ a: { pattern: 'a{1000}'.repeat(70) } }, { a: 'a'.repeat(100_000) }],
    'references that double thirty times': [{ a: { $ref: '#/$defs/d0' } }, { a: 1 }],
    'many tests of a long list': [
      many({ uniqueItems: true }),
      { a: Array.from({ length: 50_000 }, (_, i) => ({ i })) },
    ],
    'many tests of a long text': [many({ minLength: 1 }), { a: 'é'.repeat(1_000_000) }],
  }

  it.each(Object.entries(rows))('cannot hold up others with %s', (_, [properties, value]) => {
    const fields = object(properties, { $defs: { ...doubling, d30: {} } })
    fields.check({ a: 'x' })
    const before = threadCpuMs()
    fields.check(value)
    // Of the processor, so that a busy machine changes little; five times the goal, since the code is not warm.
    expect(threadCpuMs() - before).toBeLessThan(250)
  })
})
