import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readApi } from '../../../../src-main/extensions/openapi/read-api.ts'
import { readDocument } from '../../../../src-main/extensions/openapi/read-document.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { longestTurnMs } from '../../../support/turn-time.ts'

/**
 * Longer than any turn takes for a document, in milliseconds of processor time, on a slow machine too; one that is
 * read in a single turn takes seconds.
 */
const MOST_TURN_MS = 200

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  // What only a first time loads is not of the document.
  await gateway.instance.services.sources.documents.take(Buffer.from(document(10)))
})
afterAll(() => gateway.close())

/** A document with so many operations, each with a large schema of its own. */
function document(operations: number, properties = 60): string {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `/x${at}/{id}`,
      { post: { operationId: `op-${at}`, ...body(at, properties) } },
    ]),
  )
  const schemas = { Node: { properties: { next: { $ref: '#/components/schemas/Node' } } } }
  return JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: 'https://a.example' }],
    paths,
    components: { schemas },
  })
}

function body(at: number, count: number) {
  const named = Array.from({ length: count }, (_, of) => [
    `field-${at}-${of}`,
    { type: 'string', pattern: '^(a+)+$', description: `What ${of} is for in ${at}` },
  ])
  const properties = { ...Object.fromEntries(named), node: { $ref: '#/components/schemas/Node' } }
  return { requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } } }
}

// A form whose schema is made of the same parts, again and again.
function fanOut(): string {
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `S${at}`,
      {
        allOf: Array.from({ length: 30 }, () => ({ $ref: `#/components/schemas/S${at + 1}` })),
        anyOf: Array.from({ length: 30 }, () => ({ $ref: `#/components/schemas/S${at + 1}` })),
      },
    ]),
  )
  const schema = {
    allOf: [{ $ref: '#/components/schemas/S0' }],
    properties: { f: { $ref: '#/components/schemas/S0' } },
  }
  const content = { 'multipart/form-data': { schema } }
  return JSON.stringify({
    ...{
      openapi: '3.1.0',
      paths: { '/x': { post: { requestBody: { content } } } },
      components: { schemas },
    },
  })
}

describe('a document that is large or means ill', () => {
  it.each([
    ['500 operations', () => document(500)],
    [
      '8 MB in one text',
      () => JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: { summary: 'x'.repeat(8e6) } } } }),
    ],
    ['a million levels', () => `{"openapi":"3.1.0","paths":${'['.repeat(1e6)}`],
    ['millions of values', () => `{"openapi":"3.1.0","paths":[${'1,'.repeat(5e6)}1]}`],
    ['no meaning at all', () => `{"openapi":${'\\"{['.repeat(2e4)}`],
  ])(
    'of %s holds up no other call',
    async (_what, make) => {
      const bytes = Buffer.from(make())
      const { documents } = gateway.instance.services.sources
      const ms = await longestTurnMs(() => documents.take(bytes).catch(() => undefined))
      expect(ms).toBeLessThanOrEqual(MOST_TURN_MS)
    },
    120_000,
  )

  it('adds and opens hundreds of operations without holding up other calls', async () => {
    const { documents } = gateway.instance.services.sources
    const api = await documents.take(Buffer.from(document(500, 20)))
    const asked = { kind: 'openapi', document: api.hash }
    const { consent } = (await gateway.asOwner('/app/sources/preview', { body: asked })).json
    const added = await longestTurnMs(() =>
      gateway.asOwner('/app/sources', { body: { ...asked, id: 'large', consent: consent.hash } }),
    )
    const { tools } = (await gateway.asOwner('/app/sources/large')).json.source
    expect(tools.length).toBe(500)
    const chosen = tools.slice(0, 300).map(({ name, hash: of }: { name: string; hash: string }) => ({
      ...{ name, hash: of, state: 'on' },
    }))
    const opened = await longestTurnMs(() =>
      gateway.asOwner('/app/sources/large/approve', { body: { tools: chosen } }),
    )
    expect(Math.max(added, opened)).toBeLessThanOrEqual(2 * MOST_TURN_MS)
  }, 120_000)

  it('is read once for each of its parts', async () => {
    const { definitions } = readApi(await readDocument(Buffer.from(fanOut())))
    expect(definitions.length).toBe(1)
  })

  it('is refused where its operations are larger together than they are apart', async () => {
    let text = 'x'
    while (text.length < 200_000) text += hash('sha512', text.slice(-128))
    const schemas = { Large: { description: text } }
    const schema = { $ref: '#/components/schemas/Large' }
    const post = { requestBody: { content: { 'application/json': { schema } } } }
    const paths = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`/x${at}`, { post }]))
    const whole = JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } })
    await expect(gateway.instance.services.sources.documents.take(Buffer.from(whole))).rejects.toThrow(
      'too large together',
    )
  }, 120_000)
})
