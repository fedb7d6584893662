import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventsOf } from '../../../support/events/events-of.ts'
import { guardOf } from '../../../support/gateway/guard-desk.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { mcpClient } from '../../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { addRecipe, from, keyWith, recipe } from '../../../support/tools/recipe-desk.ts'
import { openServer } from '../../../support/tools/source-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const SLUG = 'recipe__mail-digest'
/** In the recipe's title, and so in every list that shows it. */
const WORD = 'zebracrossing'

let gateway: TestGateway
let granted: string
let others: Readonly<Record<string, string>>
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  await openServer(gateway, { id: 'mail' })
  await addRecipe(
    gateway,
    'mail-digest',
    recipe(
      [
        ['mail', 'mail__read', { path: from('/input/text') }],
        ['hash', 'crypto-hash-sha256', { text: from('/mail/text') }],
      ],
      { title: `Reads a ${WORD}`, summary: `Reads mail of a ${WORD} and hashes it.` },
    ),
  )
  const { keys } = gateway.instance.services
  granted = (await keyWith(gateway, { sources: ['recipe', 'mail'] })).key
  others = {
    'the demo key': gateway.instance.demoKey,
    'a key without scopes': gateway.key,
    'a key from sign-up with a grant': (
      await keys.create({
        ...{ kind: 'personal', name: 'Visitor', email: 'b@example.com', grant: 5 },
        scopes: { sources: ['recipe', 'mail'] },
      })
    ).key,
    'a key of the recipes and not of the source': (await keyWith(gateway, { sources: ['recipe'] })).key,
    'a key of the source and not of the recipes': (await keyWith(gateway, { sources: ['mail'] })).key,
    'a key of the recipe by name alone': (await keyWith(gateway, { slugs: [SLUG] })).key,
    'a key of all but the tool of this build': (await keyWith(gateway, { slugs: [SLUG, 'mail__read'] }))
      .key,
    'a key of another category': (
      await keyWith(gateway, {
        sources: ['recipe', 'mail'],
        categories: ['recipe', 'mail'],
      })
    ).key,
  }
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})
beforeEach(() => gateway.advance(60_000))

const GETS = [
  '/v1/tools',
  `/v1/tools?q=${WORD}`,
  `/v1/tools/${SLUG}`,
  '/v1/openapi.json',
  '/.well-known/ai-tools.json',
]

/** What a key is told of the recipe on all surfaces, and the codes that it gets for calling it there. */
async function surfacesOf(key: string): Promise<{ shown: string[]; codes: string[] }> {
  const shown: string[] = []
  for (const path of GETS) if ((await gateway.send(path, { key })).text.includes(WORD)) shown.push(path)
  const client = await mcpClient(gateway, { key, query: '?toolset=all,finder' })
  const mcp = async (work: Promise<unknown>): Promise<string> => JSON.stringify(await work.catch(String))
  if ((await mcp(client.listTools())).includes(WORD)) shown.push('tools/list')
  const search = { name: 'search_tools', arguments: { query: WORD } }
  if ((await mcp(client.callTool(search))).includes(`Reads a ${WORD}`)) shown.push('search_tools')
  const input = { text: 'a' }
  const code = ({ json }: { json: Json }): string => json?.error?.code ?? 'ok'
  const call = await gateway.call(SLUG, input, { key })
  const dry = await gateway.send(`/v1/dry-run/${SLUG}`, { key, body: input })
  const batch = await gateway.send('/v1/batch', { key, body: { calls: [{ slug: SLUG, input }] } })
  const stream = await gateway.send(`/v1/stream/${SLUG}`, { key, body: input })
  const job = await gateway.send(`/v1/async/${SLUG}`, { key, body: input })
  const tool = await mcp(client.callTool({ name: SLUG, arguments: input }))
  await client.close()
  const item = batch.json.results?.[0] ?? batch.json
  const codes = [code(call), code(dry), item.error?.code ?? 'ok', code(stream), code(job)]
  return { shown, codes: [...codes, /"isError":true|Error/.test(tool) ? 'refused' : 'ok'] }
}

it('is shown to and called by a key that may call it and all of its tools, on every surface', async () => {
  for (const key of [granted, OWNER_KEY])
    expect(await surfacesOf(key)).toEqual({
      shown: [...GETS, 'tools/list', 'search_tools'],
      codes: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
    })
})

it('is neither shown to nor called by any other key, on any surface', async () => {
  for (const [who, key] of Object.entries(others)) {
    const { shown, codes } = await surfacesOf(key)
    expect([who, shown]).toEqual([who, []])
    expect([who, codes]).toEqual([who, Array(5).fill('scope_denied').concat('refused')])
    const { text } = await gateway.call(SLUG, { text: 'a' }, { key })
    expect(text).not.toContain('mail__read')
  }
})

it('reports each step of a stream, and never less than before', async () => {
  const response = await gateway.send(`/v1/stream/${SLUG}`, { key: OWNER_KEY, body: { text: 'a' } })
  const events = eventsOf(response.text)
  const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => data)
  expect(progress.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['Step 1 of 2: read', 'Step 2 of 2: SHA-256 hash']),
  )
  const percents = progress.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a: number, b: number) => a - b))
})

it('runs as a job, with one charge', async () => {
  const { json } = await gateway.send(`/v1/async/${SLUG}`, { key: granted, body: { text: 'a' } })
  const done = await waitUntil(async () => {
    const job = (await gateway.send(json.poll, { key: granted })).json
    return job.status === 'completed' && job
  }, 'the job has ended')
  expect(done).toMatchObject({ credits_used: 2 })
})

it('gives structured content as it says in its output schema over MCP', async () => {
  const client = await mcpClient(gateway, { key: OWNER_KEY, query: '?toolset=all&schemas=all' })
  const result: Json = await client.callTool({ name: SLUG, arguments: { text: 'a' } })
  expect(result.structuredContent).toMatchObject({ _engine: 'external', last: { encoding: 'hex' } })
  await client.close()
})

it('obeys the limits of its tools, counting each step, before anything runs', async () => {
  const twice = await addRecipe(
    gateway,
    'twice',
    recipe([
      ['a', 'crypto-uuid', {}],
      ['b', 'crypto-uuid', {}],
    ]),
  )
  const limits = { tool_limits: { 'crypto-uuid': { per_hour: 3 } } }
  const made = await keyWith(gateway, { sources: ['recipe'] }, limits)
  expect((await gateway.call(twice, { text: 'a' }, { key: made.key })).status).toBe(200)
  const refused = await gateway.call(twice, { text: 'a' }, { key: made.key })
  expect(refused).toMatchObject({
    status: 429,
    json: { error: { code: 'rate_limited', tool: 'crypto-uuid' } },
  })
})

// Catches: a wait that would never be long enough.
it('is refused without a wait where it calls a tool more often than a limit ever allows', async () => {
  const steps = ['a', 'b', 'c'].map((id) => [id, 'crypto-uuid', {}] as const)
  const thrice = await addRecipe(gateway, 'thrice', recipe(steps))
  const limits = { tool_limits: { 'crypto-uuid': { per_hour: 2 } } }
  const made = await keyWith(gateway, { sources: ['recipe'] }, limits)
  const { status, json } = await gateway.call(thrice, { text: 'a' }, { key: made.key })
  expect([status, json.error.code, json.error.limit]).toEqual([403, 'scope_denied', 2])
  expect(json.error.message).toContain('calls crypto-uuid 3 times')
  expect(json.error.retry_after).toBeUndefined()
})

it('passes what a step gave by the guards of the key before the next step gets it', async () => {
  const slug = await addRecipe(
    gateway,
    'leaks',
    recipe([
      [
        'mail',
        'text-template',
        { template: '{{a}}{{b}}', data: { a: from('/input/text'), b: '@example.com' } },
      ],
      ['hash', 'crypto-hash-sha256', { text: from('/mail/text') }],
    ]),
  )
  const made = await keyWith(gateway, { sources: ['recipe'] }, { guards: [guardOf('arguments', 'refuse')] })
  const { status, json } = await gateway.call(slug, { text: 'ann' }, { key: made.key })
  expect([status, json.error?.code]).toEqual([403, 'guard_refused'])
  expect(json.error.message).toContain('Step 2 of 2')
})

it('waits for the owner once where the rules of the key ask that for one of its tools', async () => {
  const rule = { approval: { tools: 'outbound', wait_seconds: 30 } }
  const made = await keyWith(gateway, { sources: ['recipe', 'mail'] }, rule)
  const running = gateway.call(SLUG, { text: 'a' }, { key: made.key })
  const waiting = await waitUntil(async () => {
    const { approvals }: Json = (await gateway.asOwner('/v1/enterprise/approvals')).json
    return approvals?.length > 0 && approvals
  }, 'the owner is asked')
  expect(waiting).toMatchObject([{ slug: SLUG, credits: 2 }])
  await gateway.asOwner(`/v1/enterprise/approvals/${waiting[0].approval_id}`, {
    body: { decision: 'approve' },
  })
  expect((await running).status).toBe(200)
  const pure = await addRecipe(
    gateway,
    'pure',
    recipe([['a', 'text-slugify', { text: from('/input/text') }]]),
  )
  expect((await gateway.call(pure, { text: 'a' }, { key: made.key })).status).toBe(200)
})
