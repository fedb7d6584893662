import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const info = { title: 'T', version: '1' }
const responses = { 200: { description: 'ok' } }

async function toolOf(document: object): Promise<Json> {
  const { tools }: Json = await runTool('openapi-to-tools', { spec: { info, ...document } })
  return tools[0].inputSchema
}

const withQuery = (openapi: string, schema: object) => ({
  openapi,
  paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }], responses } } },
})

// JSON Schema 2020-12 for what OpenAPI 3.0.4, 4.7.24, and OpenAPI 2.0 write otherwise.
describe('the schemas of openapi-to-tools', () => {
  it.each([
    [
      { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'integer', exclusiveMinimum: 1, maximum: 5 },
    ],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { allOf: [{ type: 'string' }], nullable: true },
      { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', nullable: true, example: 'b', xml: { name: 'c' } } },
      },
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    ],
  ])('write %j of 3.0 as JSON Schema', async (schema, expected) => {
    expect((await toolOf(withQuery('3.0.3', schema))).properties.q).toEqual(expected)
  })

  it('keep what 3.1 writes, which is JSON Schema', async () => {
    const schema = { type: ['string', 'null'], minLength: 1, exclusiveMinimum: 3, examples: ['a'] }
    expect((await toolOf(withQuery('3.1.0', schema))).properties.q).toEqual(schema)
  })

  it('leave out what only answers have', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
    }
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }
    const document = {
      openapi: '3.0.3',
      paths: { '/a': { post: { requestBody: { content }, responses } } },
      components: { schemas: { A: schema } },
    }
    expect((await toolOf(document)).$defs.A).toEqual({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
    })
  })

  it('take a file of 2.0 for bytes, and keep all limits of a parameter', async () => {
    const parameters = [
      { name: 'file', in: 'formData', type: 'file', required: true },
      { name: 'n', in: 'query', type: 'number', maximum: 9, exclusiveMaximum: true, multipleOf: 3 },
      { name: 'l', in: 'query', type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    ]
    const post = { consumes: ['multipart/form-data'], parameters, responses }
    expect(await toolOf({ swagger: '2.0', paths: { '/a': { post } } })).toEqual({
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        n: { type: 'number', exclusiveMaximum: 9, multipleOf: 3 },
        l: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
      },
      required: ['file'],
    })
  })

  it('says which reference leads out of a document of 2.0', async () => {
    const get = { parameters: [{ $ref: 'other.yaml#/a' }, { $ref: 'other.yaml#/b' }], responses }
    await expect(toolOf({ swagger: '2.0', paths: { '/a': { get } } })).rejects.toThrow(
      /parameters\/\d refers to "other.yaml#\/[ab]", which is not read; send one document/,
    )
  })
})
