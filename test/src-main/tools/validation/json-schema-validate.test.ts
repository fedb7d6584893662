import { describe, expect, it } from 'vitest'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const check = async (schema: unknown, data: unknown, more: object = {}): Promise<Json> =>
  await runTool('json-schema-validate', { schema, data, ...more })

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
const ref = (to: string) => ({ $ref: to })

describe('json-schema-validate', () => {
  // By keyword, from the text of JSON Schema 2020-12 (Core and Validation): a value that matches, one that does not.
  it.each<[string, unknown, unknown, unknown]>([
    ['boolean true', true, 1, undefined],
    ['type integer takes 1.0', { type: 'integer' }, 1.0, 1.5],
    ['type number does not take texts', { type: 'number' }, 1, '1'],
    ['type null', { type: 'null' }, null, false],
    ['type of several', { type: ['string', 'null'] }, null, 1],
    ['enum compares deeply', { enum: [{ a: [1] }] }, { a: [1] }, { a: [2] }],
    ['const 0 is not false', { const: 0 }, 0, false],
    ['multipleOf a fraction', { multipleOf: 0.5 }, 1.5, 1.2],
    ['exclusiveMinimum', { exclusiveMinimum: 1 }, 1.1, 1],
    ['exclusiveMaximum', { exclusiveMaximum: 1 }, 0.9, 1],
    ['maxLength counts code points', { maxLength: 2 }, '😀😀', '😀😀😀'],
    ['minLength counts code points', { minLength: 2 }, '😀😀', '😀'],
    ['pattern is not anchored', { pattern: 'b' }, 'abc', 'ac'],
    ['pattern knows Unicode classes', { pattern: '^\\p{Lu}$' }, 'Ä', 'ä'],
    ['items after prefixItems', { prefixItems: [true], items: { type: 'string' } }, [1, 'a'], [1, 2]],
    ['contains', { contains: { const: 1 } }, [0, 1], [0]],
    ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [], undefined],
    ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [1], [1, 1]],
    ['uniqueItems compares deeply', { uniqueItems: true }, [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }]],
    ['uniqueItems tells 1 from true', { uniqueItems: true }, [1, true], [1, 1]],
    ['required of an inherited name', { required: ['toString'] }, { toString: 1 }, {}],
    [
      'patternProperties',
      { patternProperties: { '^a': { type: 'number' } } },
      { ab: 1, b: 'x' },
      { ab: 'x' },
    ],
    ['additionalProperties', { properties: { a: true }, additionalProperties: false }, { a: 1 }, { b: 1 }],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }],
    ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, { a: 1, b: 1 }, { a: 1 }],
    ['minProperties', { minProperties: 1 }, { a: 1 }, {}],
    ['allOf', { allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1, 3],
    ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 5 }] }, 6, 4],
    ['oneOf is exactly one', { oneOf: [{ minimum: 1 }, { maximum: 2 }] }, 3, 1.5],
    ['not', { not: { type: 'string' } }, 1, 'a'],
    ['if, then', { if: { minimum: 5 }, then: { multipleOf: 5 } }, 10, 7],
    ['if, else', { if: { minimum: 5 }, else: { const: 0 } }, 0, 1],
    [
      '$ref beside other keywords',
      { $defs: { n: { type: 'number' } }, ...ref('#/$defs/n'), minimum: 2 },
      3,
      1,
    ],
    [
      '$ref with escaped names',
      { $defs: { 'a/b~c%': { type: 'number' } }, ...ref('#/$defs/a~1b~0c%25') },
      1,
      'a',
    ],
    ['$anchor', { $defs: { n: { $anchor: 'here', type: 'number' } }, ...ref('#here') }, 1, 'a'],
    [
      'a tree of its own',
      { properties: { next: ref('#') }, additionalProperties: false },
      { next: { next: {} } },
      { next: { x: 1 } },
    ],
    [
      '$dynamicRef',
      { $dynamicAnchor: 'node', properties: { kids: { items: { $dynamicRef: '#node' } } }, type: 'object' },
      { kids: [{}] },
      { kids: [1] },
    ],
    ['unevaluatedItems', { prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
    [
      'unevaluatedProperties sees through anyOf',
      { anyOf: [{ properties: { a: { type: 'number' } }, required: ['a'] }], unevaluatedProperties: false },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    ['a decimal multiple of a decimal', { multipleOf: 0.1 }, 0.3, 0.35],
    [
      'a property called __proto__',
      JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'),
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":"x"}'),
    ],
    ['a keyword of another program', { $async: true, type: 'object' }, {}, 1],
    ['an unknown keyword is a note', { 'x-note': 1, minimum: 1 }, 1, 0],
    ['format date-time', { format: 'date-time' }, '2026-03-01T12:00:00Z', '2026-03-01'],
    ['format date', { format: 'date' }, '2024-02-29', '2025-02-29'],
    ['format email', { format: 'email' }, 'a@example.com', 'a@'],
    ['format ipv4', { format: 'ipv4' }, '192.0.2.1', '192.0.2.256'],
    ['format uuid', { format: 'uuid' }, '2ed6657d-e927-568b-95e1-2665a8aea6a2', '2ed6657d'],
    ['format of an unknown name', { format: 'no-such' }, 'x', undefined],
    [
      'draft 07: items as a list',
      { $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false },
      ['a'],
      ['a', 1],
    ],
    ['draft 07: dependencies', { $schema: DRAFT_07, dependencies: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    ['draft 06', { $schema: 'http://json-schema.org/draft-06/schema#', exclusiveMinimum: 1 }, 2, 1],
  ])('%s', async (_, schema, good, bad) => {
    expect(await check(schema, good)).toMatchObject({ valid: true, errors: [], error_count: 0 })
    if (bad !== undefined) expect(await check(schema, bad)).toMatchObject({ valid: false })
  })

  it('treats format as a note on request', async () => {
    expect(await check({ format: 'date' }, 'x', { formats: false })).toMatchObject({ valid: true })
  })

  it('refuses everything under the schema false, and says where things are wrong', async () => {
    expect(await check(false, null)).toMatchObject({ valid: false })
    const { errors } = await check(
      { properties: { 'a/b': { items: { type: 'number' } } } },
      { 'a/b': [1, 'x'] },
    )
    expect(errors[0]).toMatchObject({ path: '/a~1b/1', keyword: 'type' })
  })

  it('lists a hundred mismatches and counts them all', async () => {
    const answer = await check(
      { items: { type: 'string' } },
      Array.from({ length: 1_000 }, (_, i) => i),
    )
    expect(answer).toMatchObject({ error_count: 1_000, errors: { length: 100 } })
  })

  it.each([
    { type: 'no such type' },
    ref('https://example.com/schema.json'),
    ref('#/nowhere'),
    { pattern: '(' },
    { minimum: 'one' },
    { $schema: 'https://example.com/my-dialect' },
    { allOf: [ref('#')] },
    { $defs: { unused: ref('#/nowhere') } },
    { patternProperties: { '[': true } },
  ])('refuses the schema %j', async (schema) => {
    await expect(check(schema, 1)).rejects.toMatchObject({ name: 'InvalidInput', path: 'schema' })
  })

  it('follows data as deep as a body can be', async () => {
    let data: Json = {}
    for (let depth = 0; depth < MAX_BODY_DEPTH - 24; depth++) data = { next: data }
    // In a worker, whose stack is what counts.
    const gateway = await TestGateway.create()
    const schema = { properties: { next: ref('#') } }
    const { json } = await gateway.call('json-schema-validate', { schema, data })
    await gateway.close()
    expect(json.data).toMatchObject({ valid: true })
  })
})

// RFC 1123, 5321, 6531, 5891 to 5894, 3339, 9562, 3986, 3987 and 6570.
describe('a format', () => {
  it.each([
    [
      'hostname',
      ['a.example', 'xn--4gbwdl.xn--wgbh1c'],
      ['-a.example', 'a_b', 'xn--X', `${'a'.repeat(64)}.com`, ''],
    ],
    ['idn-hostname', ['실례.테스트', 'faß.de'], ['〮실례.테스트', '\u0300a', 'a·b']],
    ['email', ['"joe bloggs"@example.com', 'joe@[127.0.0.1]'], ['a@', '2962', 'a..b@example.com']],
    ['idn-email', ['실례@실례.테스트'], ['@']],
    [
      'date-time',
      ['1998-12-31T23:59:60Z', '1963-06-19t08:30:06z'],
      ['1998-12-31T22:59:60Z', '1963-06-38T08:30:06Z'],
    ],
    ['duration', ['P4DT12H30M5S', 'P2W'], ['PT1D', 'P1YT', 'P2S', 'P1Y2W']],
    [
      'uuid',
      ['2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
      ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8-aa08-aa98-11ea-b4aa73b44-1d16380'],
    ],
    ['uri', ['http://[v1.fe]/a', 'urn:a:b'], ['//a', 'http:// a', 'http://[::1', '\\\\a']],
    ['iri', ['http://ƒøø.ßår/?∂éœ=πîx', 'http://[V1.fe]'], ['http://2001:0db8::7334', '/abc']],
    ['uri-template', ['http://e.com/{term:1}'], ['http://e.com/{term:1}{', '{#a:b}']],
    ['time', ['08:30:06Z', '23:59:60Z'], ['08:30:06', '22:59:60Z']],
  ])('is what its standard says: %s', async (format, right, wrong) => {
    const isValid = async (data: unknown) => {
      const answer = (await runTool('json-schema-validate', { schema: { format }, data })) as {
        valid: boolean
      }
      return answer.valid
    }
    for (const text of right) expect(await isValid(text), text).toBe(true)
    for (const text of wrong) expect(await isValid(text), text).toBe(false)
    expect(await isValid(1)).toBe(true)
  })
})
