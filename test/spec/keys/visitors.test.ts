import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Departure } from '../../../src-main/pipeline/departure.ts'
import { InlineContext } from '../../../src-main/pipeline/run/inline-context.ts'
import { LLM_TEXT, LlmGateway } from '../../support/models/llm-gateway.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const PATH = '/v1/llm-summarize'
const BODY = { text: LLM_TEXT }
const PAID = 'models that cost the owner money'
const LOCAL = 'the models of this machine'

let llm: LlmGateway
beforeEach(async () => {
  llm = await LlmGateway.open()
})
afterEach(async () => await llm.close())

async function signUp(gateway: TestGateway): Promise<string> {
  const body = { email: 'ada@example.com', name: 'Ada' }
  return (await gateway.send('/v1/auth/signup', { key: null, body })).json.key
}

/** A team key that spends the credits of another key, as if that one had made it. */
async function teamKeyOf(gateway: TestGateway, maker: string): Promise<string> {
  const { keys } = gateway.instance.services
  const payer = keys.find(maker)!.id
  return (await keys.create({ kind: 'team', name: 'Of a visitor', payer })).key
}

const VISITORS: readonly [string, (gateway: TestGateway) => Promise<string>][] = [
  ['the demo key', (gateway) => Promise.resolve(gateway.instance.demoKey)],
  ['a key from sign-up', signUp],
  ['a team key of a key from sign-up', async (gateway) => teamKeyOf(gateway, await signUp(gateway))],
  ['a team key of the demo key', (gateway) => teamKeyOf(gateway, gateway.instance.demoKey)],
]

async function set(settings: object, gateway = llm.gateway): Promise<void> {
  const { status } = await gateway.asOwner('/app/settings', { method: 'PATCH', body: settings })
  expect(status).toBe(200)
}

/** Leaves the gateway with these providers only, in this order. */
async function useProviders(...kinds: readonly string[]): Promise<void> {
  const { json } = await llm.gateway.asOwner('/app/providers')
  for (const { id } of json.providers)
    await llm.gateway.asOwner(`/app/providers/${id}`, { method: 'DELETE' })
  for (const kind of kinds) await llm.addProvider({ kind, model: 'stub-large' })
}

const summarize = (key: string): Promise<TestAnswer> => llm.gateway.send(PATH, { key, body: BODY })

describe.each(VISITORS)('%s', (_name, keyOf) => {
  it('may not use models that cost the owner money, and learns what the owner can do', async () => {
    const { status, json } = await summarize(await keyOf(llm.gateway))
    expect([status, json.error.code]).toEqual([403, 'scope_denied'])
    expect(json.error.message).toContain(PAID)
    expect(json.error.message).toContain('Settings under Providers')
    expect(json.error.message).toContain('`toolgate settings set visitors_use_paid_models true`')
    expect(llm.server.seen).toEqual([])
  })

  it('may use them at once when the owner opens them, and no longer when they are closed', async () => {
    const key = await keyOf(llm.gateway)
    await set({ visitors_use_paid_models: true })
    expect(await summarize(key)).toMatchObject({ status: 200, json: { data: { provider: 'openai' } } })
    await set({ visitors_use_paid_models: false })
    expect(await summarize(key)).toMatchObject({ status: 403 })
  })

  it('needs_key is still the answer without a provider', async () => {
    await useProviders()
    const { status, json } = await summarize(await keyOf(llm.gateway))
    expect([status, json.ok, json.data._engine]).toEqual([200, false, 'needs_key'])
    expect(json.data.providers).toContain('openai')
  })
})

describe('a key that the owner did not make', () => {
  it('is refused in every form of a call before anything is asked or charged', async () => {
    const { gateway } = llm
    const key = gateway.instance.demoKey
    const refused = { status: 403, json: { error: { code: 'scope_denied' } } }
    expect(await gateway.send('/v1/stream/llm-summarize', { key, body: BODY })).toMatchObject(refused)
    expect(await gateway.send('/v1/async/llm-summarize', { key, body: BODY })).toMatchObject(refused)
    expect(await gateway.send('/v1/dry-run/llm-summarize', { key, body: BODY })).toMatchObject(refused)
    const calls = [
      { slug: 'llm-summarize', input: BODY },
      { slug: 'crypto-hash-sha256', input: { text: 'a' } },
    ]
    const { json } = await gateway.send('/v1/batch', { key, body: { calls } })
    expect(json.results.map((one: { error?: { code: string } }) => one.error?.code)).toEqual([
      'scope_denied',
      undefined,
    ])
    const client = await mcpClient(gateway, { key })
    const told = await client.callTool({ name: 'llm-summarize', arguments: BODY })
    expect([told.isError, JSON.stringify(told.content)]).toEqual([true, expect.stringContaining(PAID)])
    await client.close()
    expect(llm.server.seen).toEqual([])
    expect((await gateway.send('/v1/credits/balance', { key })).json).toMatchObject({
      balance: 199,
      reserved: 0,
    })
  })

  it('is shown the tools of models over MCP while it may call them, or nobody could', async () => {
    const { gateway } = llm
    const { demoKey } = gateway.instance
    const seenBy = async (key: string): Promise<string[]> => {
      const client = await mcpClient(gateway, { key, query: '?tools=llm-summarize,crypto-hash-sha256' })
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }
    const all = ['crypto-hash-sha256', 'llm-summarize']
    expect(await seenBy(OWNER_KEY)).toEqual(all)
    expect(await seenBy(demoKey)).toEqual(['crypto-hash-sha256'])
    await set({ visitors_use_paid_models: true })
    expect(await seenBy(demoKey)).toEqual(all)
    await set({ visitors_use_paid_models: false })
    expect(await seenBy(demoKey)).toEqual(['crypto-hash-sha256'])
    await useProviders()
    expect(await seenBy(demoKey)).toEqual(all)
  })

  it('does not find the tools of models over MCP that it may not call', async () => {
    const { gateway } = llm
    const client = await mcpClient(gateway, { key: gateway.instance.demoKey })
    const search = { name: 'search_tools', arguments: { query: 'summarize a text', detail: 'name' } }
    expect(JSON.stringify(await client.callTool(search))).not.toContain('llm-summarize')
    const described = { name: 'describe_tool', arguments: { slug: 'llm-summarize' } }
    expect((await client.callTool(described)).isError).toBe(true)
    await set({ visitors_use_paid_models: true })
    expect((await client.callTool(described)).isError).toBeFalsy()
    expect(JSON.stringify(await client.callTool(search))).toContain('llm-summarize')
    await client.close()
  })

  it('leaves a row in the audit trail when it is refused', async () => {
    const { gateway } = llm
    await summarize(gateway.instance.demoKey)
    const { json } = await gateway.asOwner('/v1/enterprise/audit?action=access.refused')
    expect(json.entries[0]).toMatchObject({ detail: { code: 'scope_denied', slug: 'llm-summarize' } })
  })

  it('fails as a job whose models the owner has closed while it waited', async () => {
    const { gateway } = llm
    const key = gateway.instance.demoKey
    await set({ visitors_use_paid_models: true })
    // Four jobs of a key run at once, so the fifth waits.
    let release = (): void => undefined
    llm.server.script = { hold: new Promise<void>((resolve) => (release = resolve)) }
    const polls: string[] = []
    for (let at = 0; at < 5; at++)
      polls.push((await gateway.send('/v1/async/llm-summarize', { key, body: BODY })).json.poll)
    await waitUntil(() => llm.server.seen.length === 4, 'four jobs ask the model')
    await set({ visitors_use_paid_models: false })
    release()
    const last = await waitUntil(async () => {
      const { json } = await gateway.send(polls[4]!, { key })
      return json.finished_at === null ? null : json
    }, 'the fifth job ends')
    expect(last).toMatchObject({ status: 'failed', error: { code: 'scope_denied' } })
  })

  it.each(['ollama', 'lmstudio'])('may not use %s, until the owner opens local models', async (kind) => {
    await useProviders(kind)
    const key = llm.gateway.instance.demoKey
    await set({ visitors_use_paid_models: true })
    const { status, json } = await summarize(key)
    expect([status, json.error.code]).toEqual([403, 'scope_denied'])
    expect(json.error.message).toContain(LOCAL)
    expect(json.error.message).toContain('visitors_use_local_models')
    expect(json.error.message).not.toContain(PAID)
    await set({ visitors_use_paid_models: false, visitors_use_local_models: true })
    expect(await summarize(key)).toMatchObject({ status: 200, json: { data: { provider: kind } } })
  })

  it.each(['anthropic', 'google', 'openrouter', 'openai-compatible'])(
    'may not use %s when only local models are open',
    async (kind) => {
      await useProviders(kind)
      await set({ visitors_use_local_models: true })
      expect(await summarize(llm.gateway.instance.demoKey)).toMatchObject({ status: 403 })
    },
  )

  it('is answered by the first provider that it may use, and by no other when that fails', async () => {
    await useProviders('openai', 'ollama')
    const other = await LlmServer.start()
    await llm.addProvider({ kind: 'anthropic', base_url: other.baseUrl('anthropic'), model: 'stub' })
    await set({ visitors_use_local_models: true })
    const key = llm.gateway.instance.demoKey
    const { json } = await summarize(key)
    expect([json.data.provider, json.guarantees.fallback_used]).toEqual(['ollama', false])
    llm.server.script = { status: 500 }
    llm.server.seen.length = 0
    expect(await summarize(key)).toMatchObject({ status: 500, json: { error: { code: 'handler_error' } } })
    expect([llm.server.seen.length, other.seen.length]).toEqual([1, 0])
    await other.close()
  })

  it('may use the provider without a model', async () => {
    await useProviders('demo')
    expect(await summarize(llm.gateway.instance.demoKey)).toMatchObject({ status: 200 })
  })

  it('is refused by a tool of any tier that asks a model', async () => {
    const { services, demoKey } = llm.gateway.instance
    const contextOf = async (key: string): Promise<InlineContext> => {
      const tool = await services.registry.find('text-diff')!.load()
      const caller = { signal: new AbortController().signal, gone: () => false }
      const rest = {
        agentMode: false,
        trace: false,
        sessionId: null,
        requestId: 'r',
        chargeId: 'c',
        caller,
      }
      const account = services.keys.find(key)!
      const call = { slug: tool.slug, fields: {}, account, ...rest }
      return new InlineContext(call, tool, new Departure(call, tool, services.ledger), services)
    }
    expect((await contextOf(OWNER_KEY)).models.partTokens()).toBeGreaterThan(0)
    const refused = (await contextOf(demoKey)).models
    expect(() => refused.partTokens()).toThrow(PAID)
    const asked = refused.generate({ system: 's', messages: [{ role: 'user', text: 'u' }] })
    await expect(asked).rejects.toMatchObject({ code: 'scope_denied' })
    expect(llm.server.seen).toEqual([])
  })
})

describe('a key that the owner made', () => {
  it('may use models, within its scopes', async () => {
    const make = async (scopes: object): Promise<string> =>
      (await llm.gateway.asOwner('/v1/enterprise/keys', { body: { name: 'CI', ...scopes } })).json.key
    expect(await summarize(OWNER_KEY)).toMatchObject({ status: 200 })
    expect(await summarize(await make({}))).toMatchObject({ status: 200 })
    expect(await summarize(await make({ tiers: ['llm'] }))).toMatchObject({ status: 200 })
    expect(await summarize(await make({ tiers: ['compute'] }))).toMatchObject({ status: 403 })
    const admin = await make({ permissions: ['admin'] })
    const { json } = await llm.gateway.send('/v1/enterprise/keys', { key: admin, body: { name: 'Of it' } })
    expect(await summarize(json.key)).toMatchObject({ status: 200 })
  })
})

describe('keys of an older database', () => {
  it('are told apart by what was stored of them', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    const signedUp = await signUp(first)
    const ofVisitor = await teamKeyOf(first, signedUp)
    const { json } = await first.asOwner('/v1/enterprise/keys', { body: { name: 'CI' } })
    const { demoKey } = first.instance
    await first.close()

    const second = await TestGateway.create({ dataDir })
    const body = { kind: 'openai', api_key: 'sk-planted-0123456789abcdefQx4A', model: 'stub-large' }
    await second.asOwner('/app/providers', {
      body: { ...body, base_url: llm.server.baseUrl() },
    })
    const statusOf = async (key: string): Promise<number> =>
      (await second.send('/v1/dry-run/llm-summarize', { key, body: BODY })).status
    expect(await Promise.all([demoKey, signedUp, ofVisitor].map(statusOf))).toEqual([403, 403, 403])
    expect(await Promise.all([OWNER_KEY, json.key].map(statusOf))).toEqual([200, 200])
    expect(second.bugs).toEqual([])
    await second.close()
  })
})
