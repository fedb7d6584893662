import { beforeEach, describe, expect, it } from 'vitest'
import { HASH, KeyDesk } from '../../support/gateway/key-desk.ts'
import type { TestGateway } from '../../support/gateway/test-gateway.ts'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

describe('the scope of a team key', () => {
  const others = [
    ['slugs', { slugs: ['math-evaluate'] }],
    ['categories', { categories: ['Code Utilities'] }],
    ['tiers', { tiers: ['memory', 'network'] }],
    ['several lists at once', { tiers: ['compute'], categories: ['Memory'] }],
  ] as const

  it.each(others)('by %s holds in a call, a batch, a stream and a dry run', async (_name, scope) => {
    const { key, key_id } = await desk.make({ ...scope, credit_limit: 100 })
    const denied = { code: 'scope_denied' }
    expect(await desk.hash(key)).toMatchObject({ status: 403, json: { error: denied } })
    for (const way of ['stream', 'dry-run']) {
      const answer = await gateway.send(`/v1/${way}/${HASH.slug}`, { key, body: HASH.input })
      expect([way, answer.status, answer.json.error.code]).toEqual([way, 403, 'scope_denied'])
    }
    const batch = await gateway.send('/v1/batch', { key, body: { calls: [HASH] } })
    expect(batch.json).toMatchObject({ ok: false, results: [{ ok: false, credits: 0, error: denied }] })
    expect(desk.held(key_id)).toBe(100)
  })

  it('allows what every given list names', async () => {
    const category = 'Crypto & Security'
    const { key } = await desk.make({ slugs: [HASH.slug], categories: [category], tiers: ['compute'] })
    expect((await desk.hash(key)).status).toBe(200)
    const math = await gateway.call('math-evaluate', { expression: '1+1' }, { key })
    expect(math.json.error.code).toBe('scope_denied')
  })

  it('is judged before the input, so that a denied key learns nothing of a tool', async () => {
    const { key } = await desk.make({ slugs: ['math-evaluate'] })
    const answer = await gateway.call(HASH.slug, { wrong: true }, { key })
    expect(answer.json.error.code).toBe('scope_denied')
  })
})
