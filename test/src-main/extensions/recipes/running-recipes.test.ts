import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { canonicalJson } from '../../../../src-shared/canonical-json.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { pageVisitor } from '../../../support/browser/page-visitor.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import {
  addRecipe,
  callRecipe,
  DIGEST,
  from,
  issuesOf,
  ownerBalance,
  recipe,
  TEXT_INPUT,
} from '../../../support/tools/recipe-desk.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})
beforeEach(() => gateway.advance(60_000))

const SLUG_DIGEST = hash('sha256', 'ab-cd')

it('gives what its output points to, for the sum of the prices of its steps', async () => {
  const slug = await addRecipe(gateway, 'digest')
  const before = await ownerBalance(gateway)
  const { status, json } = await callRecipe(gateway, slug, { text: 'Ab Cd', receipt: true })
  expect(status).toBe(200)
  expect(json.data).toEqual({ _engine: 'real', slug: 'ab-cd', digest: SLUG_DIGEST })
  expect(json.meta).toMatchObject({ api: slug, credits_used: 2, engine: 'real', balance: before - 2 })
  expect(json.meta.output_hash).toBe(hash('sha256', canonicalJson(json.data)))
  expect(json.receipt.statement).toMatchObject({
    slug,
    credits: 2,
    source: {
      id: 'recipe',
      kind: 'recipe',
      version: '1',
      definition: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  })
  expect(await ownerBalance(gateway)).toBe(before - 2)
  const { entries }: Json = (await gateway.asOwner('/v1/credits/history?limit=2')).json
  expect(entries[0]).toMatchObject({ type: 'charge', credits: -2, slug })
  expect(entries[1].request_id).not.toBe(entries[0].request_id)
})

it('leaves out fields that link to what the caller has left out, and passes on those that were sent', async () => {
  const slug = await addRecipe(gateway, 'separator')
  const { json } = await callRecipe(gateway, slug, { text: 'Ab Cd', separator: '_' })
  expect(json.data.slug).toBe('ab_cd')
})

it('fills links in lists and objects, takes escaped names, and gives parts of its input', async () => {
  const slug = await addRecipe(
    gateway,
    'nested',
    recipe(
      [['text', 'text-template', { template: '{{a}} {{b}}', data: { a: from('/input/a~1b'), b: 'fix' } }]],
      {
        input: { type: 'object', properties: { 'a/b': { type: 'string' }, gone: {} } },
        output: { list: [from('/text'), 1], same: from('/input/a~1b'), gone: from('/input/gone') },
      },
    ),
  )
  const { json } = await callRecipe(gateway, slug, { 'a/b': 'x' })
  expect(json).toMatchObject({ ok: true, data: { same: 'x', list: [expect.anything(), 1] } })
  expect(JSON.stringify(json.data.list)).not.toContain('_engine')
  expect(json.data).not.toHaveProperty('gone')
})

it('refuses an input that its schema does not take before anything runs', async () => {
  const slug = await addRecipe(gateway, 'strict')
  const { status, json } = await callRecipe(gateway, slug, { text: 1 })
  expect(status).toBe(400)
  expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'text' }] })
  expect(json.error).not.toHaveProperty('steps')
})

it('names the field of its input that a step refuses, so that the caller can mend it', async () => {
  const slug = await addRecipe(gateway, 'mendable')
  const answer = await callRecipe(gateway, slug, { text: 'Ab', separator: 'long' })
  expect(answer.status).toBe(400)
  expect(issuesOf(answer)).toEqual([expect.stringMatching(/^separator: /)])
  expect(answer.json.error).toMatchObject({
    message: expect.stringContaining('Step 1 of 2, slug (text-slugify), failed'),
    steps: [
      { id: 'slug', tool: 'text-slugify', state: 'failed', may_have_acted: false },
      { id: 'hash', tool: 'crypto-hash-sha256', state: 'not_run', may_have_acted: false },
    ],
  })
})

it('says which step failed where its own links bring what a tool does not take', async () => {
  const slug = await addRecipe(
    gateway,
    'wrong',
    recipe([
      ['slug', 'text-slugify', { text: from('/input/text') }],
      ['hash', 'crypto-hash-sha256', { text: from('/slug/dropped') }],
    ]),
  )
  const before = await ownerBalance(gateway)
  const { status, json } = await callRecipe(gateway, slug)
  expect(status).toBe(500)
  expect(json.error).toMatchObject({
    code: 'handler_error',
    steps: [{ state: 'done' }, { state: 'failed' }],
  })
  expect(json.error.message).toMatch(/Step 2 of 2, hash .* Nothing was charged\.$/)
  expect(await ownerBalance(gateway)).toBe(before)
})

it('fails with a sentence where a link points to nothing in what a step gave', async () => {
  const slug = await addRecipe(
    gateway,
    'nothing',
    recipe([['slug', 'text-slugify', { text: from('/input/text') }]], {
      output: { none: from('/slug/dropped/7') },
    }),
  )
  const { json } = await callRecipe(gateway, slug)
  expect(json.error.message).toContain('/slug/dropped/7 points to nothing')
  expect(json.error.steps).toEqual([expect.objectContaining({ state: 'done' })])
})

it('runs recipes within recipes, three deep, as one call with one price', async () => {
  const inner = await addRecipe(gateway, 'inner')
  const middle = await addRecipe(gateway, 'middle', recipe([['in', inner, { text: from('/input/text') }]]))
  const outer = await addRecipe(
    gateway,
    'outer',
    recipe([
      ['first', middle, { text: from('/input/text') }],
      ['last', 'crypto-hash-sha256', { text: from('/first/last/digest') }],
    ]),
  )
  const { json } = await callRecipe(gateway, outer, { text: 'Ab Cd', receipt: true })
  expect(json.data.last.hash).toBe(hash('sha256', SLUG_DIGEST))
  expect(json.meta.credits_used).toBe(3)
})

it('runs the tools that were there when the call began, and has a new definition when a nested recipe has', async () => {
  const inner = await addRecipe(gateway, 'part')
  const outer = await addRecipe(
    gateway,
    'uses-part',
    recipe([['in', inner, { text: from('/input/text') }]]),
  )
  const call = async (): Promise<Json> =>
    (await callRecipe(gateway, outer, { text: 'Ab Cd', receipt: true })).json
  const first = await call()
  await addRecipe(gateway, 'part', { ...DIGEST, output: { digest: from('/hash/hash') } })
  const second = await call()
  expect(second.data.last).toEqual({ digest: SLUG_DIGEST })
  expect(second.receipt.statement.source.version).toBe('1')
  expect(second.receipt.statement.source.definition).not.toBe(first.receipt.statement.source.definition)
})

it('computes a pure recipe again for its receipt, and no other definition of it', async () => {
  const slug = await addRecipe(gateway, 'again')
  const { json } = await callRecipe(gateway, slug, { text: 'Ab Cd', receipt: true })
  const { definition } = json.receipt.statement.source
  const page = pageVisitor(gateway)
  const again = async (more: object): Promise<Json> =>
    (await page.send('/app/recompute', { body: { slug, input: { text: 'Ab Cd' }, ...more } })).json
  expect(await again({ tool_version: 1, definition })).toMatchObject({
    kind: 'done',
    output_hash: json.meta.output_hash,
  })
  expect(await again({ definition: 'f'.repeat(64) })).toMatchObject({ kind: 'unknown' })
  const acting = await addRecipe(gateway, 'acting', recipe([['id', 'crypto-uuid', {}]]))
  const other = await page.send('/app/recompute', { body: { slug: acting, input: {} } })
  expect(other.json).toMatchObject({ kind: 'unknown' })
})

it('takes what its steps are: the price, the tier, the engine and whether it changes anything', async () => {
  const steps = [
    ['slug', 'text-slugify', { text: from('/input/text') }],
    ['sum', 'llm-summarize', { text: from('/slug/slug') }],
    ['keep', 'memory-set', { key: 'k', value: from('/sum') }],
  ] as const
  const slug = await addRecipe(gateway, 'whole', recipe(steps))
  const { tool }: Json = (await gateway.asOwner(`/v1/tools/${slug}`)).json
  expect(tool).toMatchObject({
    tier: 'llm',
    credits: 11,
    cacheable: false,
    side_effects: true,
    category: 'recipe',
  })
  expect(tool.steps).toEqual([
    { id: 'slug', slug: 'text-slugify', credits: 1 },
    { id: 'sum', slug: 'llm-summarize', credits: 10 },
    { id: 'keep', slug: 'memory-set', credits: 0 },
  ])
  const dry: Json = (await gateway.asOwner(`/v1/dry-run/${slug}`, { body: { text: 'x' } })).json
  expect(dry).toMatchObject({ credits: 11, steps: tool.steps, input_validation: { valid: true } })
})

it('describes what it gives by the schemas of its steps', async () => {
  const slug = await addRecipe(gateway, 'described', {
    ...DIGEST,
    output: {
      slug: from('/slug/slug'),
      dropped: from('/slug/dropped/0'),
      text: from('/input/text'),
      fix: 1,
    },
  })
  const { tool }: Json = (await gateway.asOwner(`/v1/tools/${slug}`)).json
  expect(tool.output_schema).toMatchObject({
    properties: {
      slug: { type: 'string' },
      dropped: { type: 'string' },
      text: { type: 'string' },
      fix: { const: 1 },
    },
    required: ['slug', 'dropped', 'fix'],
  })
  expect(tool.input_schema).toEqual(TEXT_INPUT)
})

it('says that a provider is missing, and for which step, without a charge', async () => {
  const slug = await addRecipe(
    gateway,
    'keyless',
    recipe([
      ['slug', 'text-slugify', { text: from('/input/text') }],
      ['sum', 'llm-summarize', { text: from('/slug/slug') }],
    ]),
  )
  const { json } = await callRecipe(gateway, slug)
  expect(json).toMatchObject({ ok: false, meta: { engine: 'needs_key', credits_used: 0 } })
  expect(json.data.message).toContain('Step 2 of 2, sum (llm-summarize), failed: ')
})
