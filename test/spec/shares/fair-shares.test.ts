import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Attack, codesOf } from '../../support/gateway/attack.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'
import { LLM_TEXT } from '../../support/models/llm-gateway.ts'
import { PROVIDER_KEY } from '../../support/models/model-desk.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { dnsServer } from '../../support/network/dns-server.ts'
import { receiver } from '../../support/network/receiver.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ENDLESS = { expression: 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)' }
const QUICK = { expression: '1 + 1' }
const HERE = Buffer.from([127, 0, 0, 1])

describe('a key that fills the workers', () => {
  it('does not keep the owner or another key from their turn', async () => {
    const attack = await Attack.open({ workerDeadlineMs: 300 })
    const other = await attack.otherKey()
    const batches = Promise.allSettled([1, 2, 3, 4].map(() => attack.batch('math-evaluate', () => ENDLESS)))
    await waitUntil(() => attack.share('workers').waiting > 0, 'the attack waits for workers')
    expect(attack.share('batch_items')).toMatchObject({ in_use: 16, waiting: 184 })
    for (const key of [OWNER_KEY, other]) {
      expect((await attack.gateway.call('math-evaluate', QUICK, { key })).status).toBe(200)
      expect(attack.share('workers')).toMatchObject({ in_use: 2, limit: 4 })
      expect(attack.share('batch_items').waiting).toBeGreaterThan(0)
    }
    attack.leave()
    await batches
    await waitUntil(() => attack.share('workers').in_use === 0, 'the attack has ended')
    expect((await attack.gateway.call('math-evaluate', QUICK, { key: other })).status).toBe(200)
    expect(attack.gateway.bugs).toEqual([])
  })

  it('is told to come back later when its calls have waited too long, at no charge', async () => {
    const attack = await Attack.open({ workerDeadlineMs: 500, shareWaitMs: 300 })
    const { results } = await attack.batch('math-evaluate', () => ENDLESS)
    const { overloaded = 0, handler_error = 0, ...more } = codesOf(results)
    expect(more).toEqual({})
    expect(overloaded + handler_error).toBe(50)
    expect(handler_error).toBe(attack.share('workers').entered_total)
    const waitedOut =
      attack.share('workers').waited_out_total + attack.share('batch_items').waited_out_total
    expect(overloaded).toBe(waitedOut)
    expect(overloaded).toBeGreaterThan(0)
    for (const { error } of results)
      if (error.code === 'overloaded') expect(error).toMatchObject({ retry_after: 1 })
    for (const resource of ['workers', 'batch_items'])
      expect(attack.share(resource)).toMatchObject({ in_use: 0, waiting: 0, keys: 0 })
    expect(attack.gateway.balance()).toBe(500)
  })
})

describe('a key that fills what it may send', () => {
  it('does not keep others from sending, and is told to come back later', async () => {
    const held: ServerResponse[] = []
    const { origin } = await receiver((request, response) => {
      if (request.url === '/quick') return response.end('{}')
      response.write('drip')
      held.push(response)
    })
    const attack = await Attack.open({ allowedOrigins: [origin], shareWaitMs: 200 })
    const perKey = attack.share('sends').per_key
    const send = () => attack.send('/v1/webhook-send', { url: `${origin}/drip`, payload: {} })
    const running = Array.from({ length: perKey }, send)
    await waitUntil(() => held.length === perKey, 'the receiver holds as many as one key may send')
    const waiting = Array.from({ length: 20 }, send)
    await waitUntil(() => attack.share('sends').waiting === 20, 'the others wait')
    for (const key of [OWNER_KEY, await attack.otherKey()]) {
      const answer = await attack.gateway.call(
        'webhook-send',
        { url: `${origin}/quick`, payload: {} },
        { key },
      )
      expect([answer.status, answer.json.data.status]).toEqual([200, 200])
    }
    expect(codesOf(await Promise.all(waiting))).toEqual({ overloaded: 20 })
    for (const response of held) response.end()
    expect(codesOf(await Promise.all(running))).toEqual({ ok: perKey })
    expect(attack.share('sends')).toMatchObject({ in_use: 0, waiting: 0, waited_out_total: 20 })
  })
})

describe('a key whose questions no model answers', () => {
  it('does not keep others from asking, and is told to come back later', async () => {
    const server = await LlmServer.start()
    onTestFinished(() => server.close())
    const attack = await Attack.open({ shareWaitMs: 200, providers: { limits: { silenceMs: 60_000 } } })
    const provider = {
      kind: 'openai',
      model: 'stub-large',
      api_key: PROVIDER_KEY,
      base_url: `${server.origin}/v1`,
    }
    const added = await attack.gateway.asOwner('/app/providers', { body: provider })
    expect(added.status).toBe(201)
    server.script = { hang: true }
    const perKey = attack.share('models').per_key
    const ask = () => attack.send('/v1/llm-summarize', { text: LLM_TEXT })
    const running = Promise.allSettled(Array.from({ length: perKey }, ask))
    const asked = () => server.seen.filter(({ question }) => question !== null).length
    await waitUntil(() => asked() === perKey, 'the model is asked as often as one key may ask')
    const waiting = Array.from({ length: 20 }, ask)
    await waitUntil(() => attack.share('models').waiting === 20, 'the others wait')
    server.script = {}
    for (const key of [OWNER_KEY, await attack.otherKey()]) {
      const answer = await attack.gateway.call('llm-summarize', { text: LLM_TEXT }, { key })
      expect([answer.status, answer.json.data._engine]).toEqual([200, 'llm'])
    }
    expect(codesOf(await Promise.all(waiting))).toEqual({ overloaded: 20 })
    attack.leave()
    await running
    await waitUntil(() => attack.share('models').in_use === 0, 'the questions have ended')
  })
})

describe('a key that sends to names whose DNS servers never answer', () => {
  it('does not keep the owner’s names and those of models from being found, and leaves nothing behind', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`)
    const silent = names.flatMap((name) =>
      [`${name} A`, `${name} AAAA`].map((key) => [key, 'silent'] as const),
    )
    const dns = await dnsServer({
      ...Object.fromEntries(silent),
      'hook.example A': [HERE],
      'hook.example AAAA': [],
      'model.example A': [HERE],
      'model.example AAAA': [],
    })
    const hook = await receiver((_request, response) => response.end('{}'))
    const server = await LlmServer.start()
    onTestFinished(() => server.close())
    const origin = `http://hook.example:${hook.port}`
    const attack = await Attack.open({ allowedOrigins: [origin], names: { servers: [dns.address] } })
    const base_url = `http://model.example:${new URL(server.origin).port}/v1`
    const provider = { kind: 'openai-compatible', model: 'stub-large', base_url }
    const added = await attack.gateway.asOwner('/app/providers', { body: provider })
    expect(added.status).toBe(201)

    const batch = attack
      .batch('net-http-status', (index) => ({ url: `http://${names[index]}/` }))
      .catch(() => null)
    await waitUntil(
      () => attack.share('lookups').in_use === attack.share('lookups').per_key,
      'look-ups are stuck',
    )
    const webhook = { url: origin, payload: {} }
    expect((await attack.gateway.call('webhook-send', webhook, { key: OWNER_KEY })).status).toBe(200)
    expect(
      (await attack.gateway.call('llm-summarize', { text: LLM_TEXT }, { key: OWNER_KEY })).status,
    ).toBe(200)
    expect(attack.share('lookups').in_use).toBe(attack.share('lookups').per_key)

    attack.leave()
    await batch
    await waitUntil(() => attack.share('sends').in_use === 0, 'the attack has ended')
    expect(attack.share('lookups')).toMatchObject({ in_use: 0, waiting: 0, keys: 0 })
    expect((await attack.gateway.call('webhook-send', webhook)).status).toBe(200)
  })
})
