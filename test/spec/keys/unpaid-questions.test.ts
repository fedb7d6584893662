import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { execute } from '../../../src-main/pipeline/execute.ts'
import { nothing } from '../../../src-main/storage/engine/work.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { LLM_TEXT, LlmGateway } from '../../support/models/llm-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const MINUTE_MS = 60_000
const BODY = { text: LLM_TEXT }
/** The model answers with plain text, so no answer matches; each call asks twice. */
const UNSATISFIABLE = { text: 'a', schema: { type: 'object' } }

let llm: LlmGateway
beforeEach(async () => {
  llm = await LlmGateway.open()
  await liftRateLimit(llm.gateway)
})
afterEach(async () => await llm.close())

const fail = (gateway = llm.gateway): Promise<TestAnswer> => gateway.call('llm-data-extract', UNSATISFIABLE)

/** How long a key that is slowed down has to wait, in seconds; null for one that is not. */
async function waitOf(gateway = llm.gateway): Promise<number | null> {
  const { status, json, headers } = await gateway.call('llm-summarize', BODY)
  if (status === 200) return null
  expect([status, json.error.code]).toEqual([429, 'rate_limited'])
  return Number(headers.get('retry-after'))
}

/** Twenty questions that nobody pays for. */
async function askForNothing(gateway = llm.gateway): Promise<void> {
  for (let calls = 0; calls < 10; calls++) expect((await fail(gateway)).status).toBe(500)
}

describe('a key whose calls fail after the model has answered', () => {
  it('has to wait after twenty unpaid questions, and learns why', async () => {
    for (let calls = 0; calls < 9; calls++) await fail()
    expect(await waitOf()).toBe(null)
    await fail()
    const asked = llm.server.seen.length
    const { json, headers } = await llm.gateway.call('llm-summarize', BODY)
    expect(json.error).toMatchObject({ code: 'rate_limited', retry_after: 60 })
    expect(headers.get('retry-after')).toBe('60')
    expect(json.error.message).toContain('20 questions of this key')
    expect(json.error.message).toContain('a schema that no model can satisfy')
    expect(llm.server.seen).toHaveLength(asked)
  })

  it('may call again after exactly the announced wait, and waits longer each time it fails again', async () => {
    await askForNothing()
    const waits: (number | null)[] = []
    for (let turns = 0; turns < 3; turns++) {
      const wait = await waitOf()
      waits.push(wait)
      llm.gateway.advance(Number(wait) * 1_000 - 1)
      expect(await waitOf()).toBe(1)
      llm.gateway.advance(1)
      expect((await fail()).status).toBe(500)
    }
    // Two more unpaid questions each time, less the one that each three minutes forgive.
    expect(waits).toEqual([60, 240, 480])
    expect(await waitOf()).toBeGreaterThan(240)
  })

  it('is at full speed again once time has forgiven its questions', async () => {
    await askForNothing()
    llm.gateway.advance(4 * MINUTE_MS)
    const answers = await Promise.all([llm.summarize(), llm.summarize(), llm.summarize()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    llm.gateway.advance(56 * MINUTE_MS)
    await askForNothing()
    expect(await waitOf()).toBe(60)
  })

  it('never waits for twenty unpaid questions an hour', async () => {
    for (let hours = 0; hours < 3; hours++) {
      for (let calls = 0; calls < 10; calls++) {
        expect((await fail()).status).toBe(500)
        llm.gateway.advance(6 * MINUTE_MS)
      }
    }
    expect(await waitOf()).toBe(null)
  })

  it('is tried one call at a time after its wait, and the call that has begun may ask on', async () => {
    await askForNothing()
    llm.gateway.advance(MINUTE_MS)
    let release = (): void => undefined
    llm.server.script = { hold: new Promise<void>((resolve) => (release = resolve)) }
    const asked = llm.server.seen.length
    const first = fail()
    await waitUntil(() => llm.server.seen.length === asked + 1, 'the first call asks')
    expect(await waitOf()).toBe(5)
    release()
    expect((await first).status).toBe(500)
    expect(llm.server.seen).toHaveLength(asked + 2)
  })

  it('waits in every form of a call, and only for tools that ask models', async () => {
    await askForNothing()
    const refused = { status: 429, json: { error: { code: 'rate_limited' } } }
    expect(await llm.gateway.send('/v1/stream/llm-summarize', { body: BODY })).toMatchObject(refused)
    expect(await llm.gateway.send('/v1/async/llm-summarize', { body: BODY })).toMatchObject(refused)
    const calls = [{ slug: 'llm-summarize', input: BODY }]
    const { json } = await llm.gateway.send('/v1/batch', { body: { calls } })
    expect(json.results[0].error).toMatchObject({ code: 'rate_limited', retry_after: 60 })
    expect(await llm.gateway.call('crypto-hash-sha256', { text: 'a' })).toMatchObject({ status: 200 })
  })

  it('slows down no other key, and never the owner', async () => {
    await askForNothing()
    const body = { name: 'CI' }
    const { key } = (await llm.gateway.asOwner('/v1/enterprise/keys', { body })).json
    const other = await llm.gateway.send('/v1/llm-summarize', { key, body: BODY })
    expect(other.status).toBe(200)
    for (let calls = 0; calls < 11; calls++) {
      const answer = await llm.gateway.asOwner('/v1/llm-data-extract', { body: UNSATISFIABLE })
      expect(answer.status).toBe(500)
    }
  })

  it('still waits after a restart', async () => {
    const dataDir = makeTempDir()
    const provider = { kind: 'ollama', base_url: llm.server.baseUrl(), model: 'stub-large' }
    const first = await TestGateway.create({ dataDir })
    await first.asOwner('/app/providers', { body: provider })
    const { key, key_id } = (await first.asOwner('/v1/enterprise/keys', { body: { name: 'CI' } })).json
    const failing = { key, body: UNSATISFIABLE }
    for (let calls = 0; calls < 10; calls++) await first.send('/v1/llm-data-extract', failing)
    await first.close()
    const second = await TestGateway.create({ dataDir })
    const { status, headers } = await second.send('/v1/llm-data-extract', failing)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect(key_id).toMatch(/^key_/)
    await second.close()
  })

  it('carries its unpaid questions over midnight', async () => {
    llm.gateway.advance((24 * 60 - 1) * MINUTE_MS + 30_000)
    await askForNothing()
    await llm.gateway.instance.services.engine.write('', nothing)
    llm.gateway.advance(40_000)
    expect(await waitOf()).toBe(20)
  })
})

/** Twenty calls whose callers leave once this has come of each. */
async function leaveTwenty(came: (tokens: number) => boolean): Promise<void> {
  const { services } = llm.gateway.instance
  const account = services.keys.findById(llm.gateway.keyId)!
  let tokens = 0
  const leaving = Array.from({ length: 20 }, async (_, at) => {
    const left = new AbortController()
    const call = execute(
      {
        slug: 'llm-summarize',
        fields: BODY,
        agentMode: false,
        trace: false,
        sessionId: null,
        account,
        requestId: `r${at}`,
        chargeId: `c${at}`,
        caller: { signal: left.signal, gone: () => left.signal.aborted },
        observer: {
          started: () => undefined,
          progress: () => undefined,
          token: () => void tokens++,
        },
      },
      services,
    )
    await waitUntil(() => llm.server.seen.length === 20 && came(tokens), 'everything has come')
    left.abort()
    await expect(call).rejects.toThrow()
  })
  await Promise.all(leaving)
}

describe('a key whose callers leave', () => {
  it('has to wait when they leave before the model answers', async () => {
    llm.server.script = { hang: true }
    await leaveTwenty(() => true)
    llm.server.script = {}
    expect(await waitOf()).toBe(60)
  })

  it('does not wait when they leave later, since those calls are charged', async () => {
    llm.server.script = { hold: new Promise(() => undefined) }
    await leaveTwenty((tokens) => tokens === 20)
    expect(llm.gateway.balance()).toBe(300)
    llm.server.script = {}
    expect(await waitOf()).toBe(null)
  })
})

describe('a question that its key is not to blame for', () => {
  it.each([
    ['an error of the provider', { status: 500 }],
    ['a key that the provider refuses', { status: 401 }],
    ['a rate limit of the provider', { status: 429 }],
    ['a request that the provider refuses before any work', { status: 400 }],
    ['an answer that breaks off', { cutAfter: 2 }],
  ])('is not counted as unpaid: %s', async (_what, script) => {
    llm.server.script = script
    for (let calls = 0; calls < 21; calls++) expect((await llm.summarize()).status).toBe(500)
    llm.server.script = {}
    expect(await waitOf()).toBe(null)
  })

  it('is not counted as unpaid when its call was charged', async () => {
    for (let calls = 0; calls < 25; calls++) expect((await llm.summarize()).status).toBe(200)
    expect(await waitOf()).toBe(null)
  })
})
