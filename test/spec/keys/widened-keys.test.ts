import { beforeEach, describe, expect, it } from 'vitest'
import { HASH, KeyDesk } from '../../support/gateway/key-desk.ts'
import type { Json, TestGateway } from '../../support/gateway/test-gateway.ts'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

const LIMIT = '/app/keys/credit-limit'
const TOOL = '/app/keys/tool'
const MATH = { slug: 'math-evaluate', input: { expression: '1+1' } }
const call = ({ slug, input }: typeof HASH | typeof MATH, key: string) => gateway.call(slug, input, { key })
const raise = (body: object) => gateway.asOwner(LIMIT, { body })
const add = (body: object) => gateway.asOwner(TOOL, { body })
const audited = async (action: string): Promise<Json[]> =>
  (await gateway.asOwner(`/v1/enterprise/audit?action=${action}`)).json.entries

describe('a raised credit limit', () => {
  it('holds from the next call, and counts what the key has spent before', async () => {
    const { key, key_id } = await desk.make({ credit_limit: 1 })
    expect((await desk.hash(key)).status).toBe(200)
    expect((await desk.hash(key)).json.error.code).toBe('insufficient_credits')
    const raised = await raise({ key_id, credit_limit: 3 })
    expect(raised.json.keys).toEqual([expect.objectContaining({ key_id, credit_limit: 3, spent: 1 })])
    expect(desk.held(key_id)).toBe(2)
    expect((await desk.hash(key)).status).toBe(200)
    expect((await desk.hash(key)).status).toBe(200)
    expect((await desk.hash(key)).json.error.code).toBe('insufficient_credits')
    const [told] = await audited('key.credit_limit_raised')
    expect(told).toMatchObject({ target: key_id, detail: { credit_limit: 3 } })
  })

  it('is never lower than before, nor one of a key without a limit', async () => {
    const { key_id } = await desk.make({ credit_limit: 5 })
    for (const credit_limit of [5, 4]) {
      const refused = await raise({ key_id, credit_limit })
      expect([credit_limit, refused.status]).toEqual([credit_limit, 400])
      expect(refused.json.error.message).toContain('above the limit of 5')
    }
    expect(desk.held(key_id)).toBe(5)
    const free = await desk.make({})
    expect((await raise({ key_id: free.key_id, credit_limit: 9 })).json.error.message).toContain(
      'needs none',
    )
    expect(await audited('key.credit_limit_raised')).toEqual([])
  })
})

describe('a tool that is added to a key', () => {
  it('can be called from then on, and nothing else', async () => {
    const { key, key_id } = await desk.make({ slugs: [HASH.slug] })
    expect((await call(MATH, key)).json.error.code).toBe('scope_denied')
    const added = await add({ key_id, slug: MATH.slug })
    expect(added.json.keys).toEqual([expect.objectContaining({ key_id, slugs: [HASH.slug, MATH.slug] })])
    expect((await call(MATH, key)).status).toBe(200)
    expect((await call(HASH, key)).status).toBe(200)
    expect((await gateway.call('math-statistics', { values: [1] }, { key })).status).toBe(403)
    expect((await audited('key.tool_added'))[0]).toMatchObject({
      target: key_id,
      detail: { slug: MATH.slug },
    })
  })

  it('leaves a key of a category what it may call, as a list', async () => {
    const { key, key_id } = await desk.make({ categories: ['Crypto & Security'] })
    const [{ slugs, categories }] = (await add({ key_id, slug: MATH.slug })).json.keys
    const { tools } = gateway.instance.services.registry
    const before = tools.filter(({ facts }) => facts.category === 'Crypto & Security')
    expect(categories).toBeNull()
    expect(slugs).toEqual([...before.map(({ slug }) => slug), MATH.slug])
    expect((await call(MATH, key)).status).toBe(200)
    expect((await gateway.call('math-statistics', { values: [1] }, { key })).status).toBe(403)
  })

  // Catches: two tools at once, of which the second takes the first away again.
  it('stays when another one is added at the same moment', async () => {
    const { key_id } = await desk.make({ slugs: [HASH.slug] })
    await Promise.all([add({ key_id, slug: MATH.slug }), add({ key_id, slug: 'math-statistics' })])
    const { keys } = gateway.instance.services
    expect(keys.findAnyById(key_id)?.scopes?.slugs?.toSorted()).toEqual(
      [HASH.slug, MATH.slug, 'math-statistics'].toSorted(),
    )
  })

  it('is refused where the key may call it already, and outside of a toolset', async () => {
    const open = await desk.make({})
    const listed = await desk.make({ slugs: [HASH.slug] })
    for (const { key_id } of [open, listed])
      expect((await add({ key_id, slug: HASH.slug })).json.error.message).toContain('already')
    const saved = await gateway.asOwner('/v1/enterprise/toolsets/one', {
      method: 'PUT',
      body: { tools: [{ slug: HASH.slug }] },
    })
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
    const bound = await desk.make({ toolset: 'one' })
    expect((await add({ key_id: bound.key_id, slug: MATH.slug })).json.error.message).toContain(
      'toolset one',
    )
  })
})

describe.each([
  [LIMIT, { credit_limit: 9 }, [{ credit_limit: 0 }, { credit_limit: 1.5 }, { credit_limit: null }]],
  [TOOL, { slug: MATH.slug }, [{ slug: 'none' }, { slug: '' }, { slug: 7 }]],
] as const)('%s', (path, right, wrong) => {
  it('is for the owner alone, also where another key may administer', async () => {
    const { key_id } = await desk.make({ credit_limit: 5, slugs: [HASH.slug] })
    const admin = await desk.make({ permissions: ['admin'] })
    for (const key of [gateway.key, admin.key]) {
      const refused = await gateway.send(path, { key, body: { key_id, ...right } })
      expect([refused.status, refused.json.error.code]).toEqual([403, 'forbidden'])
    }
    expect((await gateway.send(path, { key: null, body: { key_id, ...right } })).status).toBe(401)
    expect((await gateway.instance.services.ledger.subAccountOf(key_id))?.creditLimit).toBe(5)
    expect(gateway.instance.services.keys.findAnyById(key_id)?.scopes?.slugs).toEqual([HASH.slug])
  })

  it('refuses what is wrong with a body, a key that is unknown and one that was revoked', async () => {
    const { key_id } = await desk.make({ credit_limit: 5, slugs: [HASH.slug] })
    for (const part of wrong)
      expect([part, (await gateway.asOwner(path, { body: { key_id, ...part } })).status]).toEqual([
        part,
        400,
      ])
    const extra = await gateway.asOwner(path, { body: { key_id, ...right, more: 1 } })
    expect(extra.status).toBe(400)
    expect((await gateway.asOwner(path, { body: { key_id: 'key_none', ...right } })).status).toBe(404)
    await gateway.instance.services.keys.revoke(key_id)
    expect((await gateway.asOwner(path, { body: { key_id, ...right } })).status).toBe(404)
  })
})
