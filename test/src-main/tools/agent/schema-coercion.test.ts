import { describe, expect, it } from 'vitest'
import { readSchema } from '../../../../src-main/json-schema/schema-check.ts'
import { coerceBySchema } from '../../../../src-main/tools/agent/lib/schema-coercion.ts'

const coerce = (schema: unknown, value: unknown) => coerceBySchema(value, readSchema(schema))
const ofMember = (schema: unknown, value: unknown) =>
  (coerce({ properties: { a: schema } }, { a: value }) as { a: unknown }).a

describe('coercion', () => {
  it.each([
    ['number', '2.5', 2.5],
    ['number', '1e3', 1000],
    ['number', true, 1],
    ['number', null, 0],
    ['integer', '7', 7],
    ['string', 5, '5'],
    ['string', false, 'false'],
    ['string', null, ''],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 1, true],
    ['boolean', 0, false],
    ['null', '', null],
    ['null', 0, null],
    [['integer', 'null'], '3', 3],
    [['integer', 'null'], '', null],
  ])('gives the type %j for %j as %j', (type, value, wanted) => {
    expect(ofMember({ type }, value)).toBe(wanted)
  })

  it.each([
    ['integer', '2.5'],
    ['number', 'five'],
    ['number', ''],
    ['number', ' '],
    ['number', 'Infinity'],
    ['boolean', 'yes'],
    ['boolean', 2],
    ['null', 'null'],
    ['array', '1'],
    ['object', '{}'],
    [['string', 'integer'], '3'],
    [undefined, '3'],
  ])('leaves what is not the type %j in other words: %j', (type, value) => {
    expect(ofMember(type === undefined ? {} : { type }, value)).toBe(value)
  })

  it('reaches every part of a value', () => {
    const number = { type: 'number' }
    const schema = {
      $defs: { number },
      properties: {
        list: { items: number },
        tuple: { prefixItems: [true, number], items: number },
        deep: { properties: { b: { $ref: '#/$defs/number' } }, additionalProperties: number },
        all: { allOf: [number, { minimum: 1 }] },
      },
      patternProperties: { '^n_': number },
      dependentSchemas: { list: { properties: { later: number } } },
      if: { required: ['list'] },
      then: { properties: { then: number } },
      else: { properties: { else: number } },
    }
    const value = {
      list: ['1', '2'],
      tuple: ['1', '2', '3'],
      deep: { b: '1', other: '2' },
      all: '3',
      n_1: '4',
      later: '5',
      then: '6',
      else: '7',
    }
    expect(coerce(schema, value)).toEqual({
      list: [1, 2],
      tuple: ['1', 2, 3],
      deep: { b: 1, other: 2 },
      all: 3,
      n_1: 4,
      later: 5,
      then: 6,
      else: '7',
    })
  })

  it('keeps to the dialect of the schema', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#'
    const number = { type: 'number' }
    expect(coerce({ $schema, items: [true, number], additionalItems: number }, ['1', '2', '3'])).toEqual([
      '1',
      2,
      3,
    ])
    expect(coerce({ $schema, items: number }, ['1'])).toEqual([1])
    expect(coerce({ $schema, additionalItems: number }, ['1'])).toEqual(['1'])
    expect(
      coerce({ $schema, dependencies: { a: { properties: { b: number } } } }, { a: 1, b: '2' }),
    ).toEqual({ a: 1, b: 2 })
    // Everything beside $ref is ignored up to draft 7.
    expect(
      coerce(
        { $schema, definitions: { a: {} }, properties: { a: { $ref: '#/definitions/a', ...number } } },
        {
          a: '1',
        },
      ),
    ).toEqual({ a: '1' })
  })

  it('takes the first alternative that a value can be made to match, and leaves what matches one', () => {
    const anyOf = [{ type: 'integer', minimum: 10 }, { type: 'boolean' }]
    expect(ofMember({ anyOf }, '12')).toBe(12)
    expect(ofMember({ anyOf }, 'true')).toBe(true)
    expect(ofMember({ anyOf }, '5')).toBe('5')
    expect(ofMember({ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '5')).toBe('5')
    const shapes = [
      { required: ['kind', 'size'], properties: { kind: { const: 'box' }, size: { type: 'number' } } },
      { required: ['kind', 'on'], properties: { kind: { const: 'lamp' }, on: { type: 'boolean' } } },
    ]
    expect(ofMember({ oneOf: shapes }, { kind: 'lamp', on: 'true', size: '1' })).toEqual({
      kind: 'lamp',
      on: true,
      size: '1',
    })
  })

  it('fills in defaults of members and tuples, copies of their own, but none of one alternative', () => {
    const list = { default: [] as unknown[] }
    const schema = {
      properties: { a: list, b: list, kept: { default: 1 } },
      anyOf: [{ properties: { c: { default: 1 }, d: { type: 'number' } } }],
    }
    const value = coerce(schema, { kept: null, d: '1' }) as { a: unknown[]; b: unknown[] }
    expect(value).toEqual({ a: [], b: [], kept: null, d: 1 })
    value.a.push(1)
    expect([value.b, list.default]).toEqual([[], []])
    expect(coerce({ prefixItems: [{ default: 'x' }, {}, { default: 'z' }] }, [])).toEqual(['x'])
    expect(coerce({ prefixItems: [{ default: 'x' }, { default: 'y' }] }, [])).toEqual(['x', 'y'])
  })

  it('treats a member called __proto__ as any other', () => {
    const schema: unknown = JSON.parse('{"properties":{"__proto__":{"type":"number","default":1}}}')
    for (const [text, wanted] of [
      ['{"__proto__":"2"}', 2],
      ['{}', 1],
    ] as const) {
      const value = coerce(schema, JSON.parse(text)) as object
      expect(Object.entries(value)).toEqual([['__proto__', wanted]])
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })

  it('refuses a value that is nested too deeply for a recursive schema', () => {
    let value: unknown = {}
    for (let i = 0; i < 100_000; i++) value = { next: value }
    expect(() => coerce({ properties: { next: { $ref: '#' } } }, value)).toThrow('nested too deeply')
  })
})
