import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const ok = { responses: { 200: { description: 'ok' } } }
const q = { name: 'q', in: 'query', schema: {} }
const id = { name: 'id', in: 'path', required: true, schema: {} }
const document = (parts: object, openapi = '3.1.1') => ({
  openapi,
  info: { title: 'T', version: '1' },
  paths: {},
  ...parts,
})
const schemaOf = (schema: unknown, openapi?: string) =>
  document({ components: { schemas: { A: schema } } }, openapi)
const serverOf = (variable: object, openapi?: string) =>
  document({ servers: [{ url: 'https://{a}.example', variables: { a: variable } }] }, openapi)

const check = async (spec: object): Promise<Json> =>
  (await runTool('code-openapi-validate', { spec })) as Json

describe('code-openapi-validate', () => {
  // Catches: a document whose missing fields were told only when nothing else was wrong with it.
  it('tells the faults of its schema and of the other rules together, each once', async () => {
    for (const [openapi, path] of [
      [{ openapi: '3.0.3' }, '/a/{id}'],
      [{ swagger: '2.0' }, '/a/{id}'],
    ] as const) {
      const { errors } = await check({ ...openapi, info: { title: 'T' }, paths: { [path]: { get: ok } } })
      expect(errors).toEqual([
        { path: '/paths/~1a~1{id}/get', message: 'has no path parameter for {id}' },
        { path: '/info', message: "must have required property 'version'" },
      ])
    }
  })

  // The numbers are those of the sections of OpenAPI 3.1.1.
  it.each<[rule: string, spec: object, path: string]>([
    ['4.8.1 fields', { openapi: '3.1.0', info: { title: 'T', version: '1' } }, ''],
    [
      '4.8.10.1',
      document({ paths: { '/a': { get: { ...ok, parameters: [q, q] } } } }),
      '/paths/~1a/get/parameters/1',
    ],
    ['4.8.9.1', document({ paths: { '/a': { parameters: [q, q], get: ok } } }), '/paths/~1a/parameters/1'],
    ['4.8.12.1', document({ paths: { '/a': { get: { ...ok, parameters: [id] } } } }), '/paths/~1a/get'],
    [
      '4.8.12.2.2',
      document({ paths: { '/a': { get: { ...ok, parameters: [{ ...q, example: 1, examples: {} }] } } } }),
      '/paths/~1a/get/parameters/0',
    ],
    ['4.8.1 tags', document({ tags: [{ name: 'a' }, { name: 'a' }] }), '/tags/1'],
    ['4.8.6.1', serverOf({ default: 'z', enum: ['y'] }), '/servers/0/variables/a/default'],
    ['4.8.7', document({ components: { schemas: { 'A b': {} } } }), '/components/schemas/A b'],
    ['4.8.24 type', schemaOf({ type: 'strin' }), '/components/schemas/A/type'],
    [
      '4.8.24 bounds of 3.0',
      schemaOf({ exclusiveMinimum: true }),
      '/components/schemas/A/exclusiveMinimum',
    ],
    [
      '4.8.24 nested',
      schemaOf({ properties: { b: { minLength: -1 } } }),
      '/components/schemas/A/properties/b/minLength',
    ],
    [
      '4.8.24 in a parameter',
      document({ components: { parameters: { schema: { ...q, schema: { pattern: 5 } } } } }),
      '/components/parameters/schema/schema/pattern',
    ],
    ['3.0: 4.7.24.1', schemaOf({ type: 'array' }, '3.0.3'), '/components/schemas/A'],
  ])('finds what breaks %s, at its place', async (_rule, spec, path) => {
    const { valid, errors } = await check(spec)
    expect(valid).toBe(false)
    expect(errors.map((fault: Json) => fault.path)).toContain(path)
    expect(JSON.stringify(errors)).not.toMatch(/Openapi API|valid OpenAPI definition/)
  })

  it.each<[rule: string, spec: object]>([
    ['components alone', { openapi: '3.1.0', info: { title: 'T', version: '1' }, components: {} }],
    [
      'one name in two places',
      document({ paths: { '/a': { get: { ...ok, parameters: [q, { ...q, in: 'header' }] } } } }),
    ],
    [
      'a parameter overridden by its operation',
      document({ paths: { '/a': { parameters: [q], get: { ...ok, parameters: [q] } } } }),
    ],
    ['a type or null', schemaOf({ type: ['string', 'null'], exclusiveMinimum: 1 })],
    ['true as a schema', schemaOf(true)],
    ['an array of anything', schemaOf({ type: 'array' })],
    [
      'a property that is called schema',
      schemaOf({ properties: { schema: { type: 'string' }, example: {}, examples: {} } }),
    ],
    ['an example that holds what looks like a schema', schemaOf({ example: { schema: { type: 5 } } })],
    [
      'a dialect of its own',
      document({
        jsonSchemaDialect: 'https://example.com/own',
        components: { schemas: { A: { type: 'own' } } },
      }),
    ],
    ['a default beside the list in 3.0', serverOf({ default: 'z', enum: ['y'] }, '3.0.3')],
  ])('accepts %s', async (_what, spec) => {
    expect(await check(spec)).toMatchObject({ valid: true, errors: [] })
  })
})
