import { describe, expect, it } from 'vitest'
import { readApi } from '../../../../src-main/extensions/openapi/read-api.ts'
import { read, api, with31, only, bodyOf, GET } from '../../../support/tools/small-apis.ts'

describe('reading a document', () => {
  it('reads JSON, YAML, and YAML that begins like JSON', async () => {
    const json = JSON.stringify(with31({ '/x': GET }))
    const yaml = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {/x: {get: {operationId: get}}}'
    const flow = '{openapi: 3.0.3, info: {title: T}, paths: {/x: {get: {operationId: get}}}}'
    for (const text of [json, `\uFEFF${json}`, yaml, flow])
      expect(readApi(await read(text)).definitions.map(({ name }) => name)).toEqual(['get'])
  })

  it.each([
    ['', 'not an OpenAPI document'],
    ['[1]', 'no object'],
    ['{"openapi":"3.1.0"', 'neither JSON nor YAML'],
    ['{"info":{}}', 'needs the field openapi'],
    ['{"openapi":"4.0.0","paths":{"/x":{}}}', 'OpenAPI 4.0.0 cannot be read'],
    ['{"swagger":"1.2","paths":{"/x":{}}}', 'OpenAPI 1.2 cannot be read'],
    ['{"openapi":"3.1.0","paths":{}}', 'has no paths'],
    [JSON.stringify(with31({ '/x': { $ref: 'paths/x.yaml' } })), 'refers to "paths/x.yaml"'],
    [
      JSON.stringify(with31({ '/x': { get: { requestBody: { $ref: 'https://a.example/b' } } } })),
      'Bundle it',
    ],
    [`{"openapi":"3.1.0","paths":${'['.repeat(300)}${']'.repeat(300)}}`, 'nested deeper than 256'],
    [`openapi: 3.1.0\npaths: ${'['.repeat(300)}${']'.repeat(300)}`, 'nested deeper than 256'],
    ['a: &a [*a]', 'nested deeper than 256'],
  ])('refuses %j with a sentence', async (text, said) => {
    await expect(read(text)).rejects.toThrow(said)
  })

  it('counts what aliases stand for, and reads 4,000,000 values at most', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => {
      const before = Array.from({ length: 30 }, () => `*a${at - 1}`).join(', ')
      return `a${at}: &a${at} [${at === 0 ? 'x' : before}]`
    })
    await expect(read(lines.join('\n'))).rejects.toThrow(/values|alias/i)
  })

  it('mends halves of characters, which nobody can hash', async () => {
    const text = JSON.stringify(with31({ '/x': { get: { summary: 'a\ud800b' } } }))
    expect(readApi(await read(text)).definitions[0]?.title).toBe('a\ufffdb')
  })

  it('does not take a field or an example named $ref for a reference', async () => {
    const schema = { type: 'object', properties: { $ref: { type: 'string' } }, example: { $ref: 'a.json' } }
    expect((await only(bodyOf(schema))).name).toBe('x')
  })

  // OpenAPI 3.2.0, 4.9.1, 4.12.1 and 4.14: what it has more than 3.1.
  it('reads OpenAPI 3.2, without the operations that cannot be called from here', async () => {
    const whole = { name: 'q', in: 'querystring', content: { 'application/json': { schema: {} } } }
    const { definitions } = await api({
      ...with31({
        '/x': {
          get: { operationId: 'get' },
          post: {
            operationId: 'post',
            requestBody: { content: { 'text/plain': { $ref: '#/components/mediaTypes/T' } } },
          },
          put: { operationId: 'put', parameters: [whole] },
          query: { operationId: 'query' },
          additionalOperations: { COPY: { operationId: 'copy' } },
        },
      }),
      openapi: '3.2.0',
      components: { mediaTypes: { T: { schema: { type: 'string' } } } },
    })
    expect(definitions.map(({ name }) => name)).toEqual(['get', 'post'])
  })

  it('refuses a document without operations, and one with too many', async () => {
    await expect(api(with31({ '/x': { summary: 'nothing' } }))).rejects.toThrow('no operations')
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`/x${at}`, { get: {} }]))
    await expect(api(with31(many))).rejects.toThrow('2,001 operations')
  })
})
