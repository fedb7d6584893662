import { beforeEach, describe, expect, it } from 'vitest'
import { KeyDesk } from '../../support/gateway/key-desk.ts'
import { OWNER_KEY, type Json, type TestGateway } from '../../support/gateway/test-gateway.ts'
import { addServer, approveAll } from '../../support/tools/source-desk.ts'

let desk: KeyDesk
let gateway: TestGateway
let slug: string
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
  await addServer(gateway)
  await approveAll(gateway)
  const { tools } = (await gateway.asOwner('/app/sources/vices')).json.source
  slug = tools.find(({ name }: Json) => name === 'echo').slug
})

const KEYS_OF = '/app/sources/vices/keys'
const change = (body: object) => gateway.asOwner(KEYS_OF, { body })
const keyOf = async (id: string): Promise<Json> =>
  (await gateway.asOwner(KEYS_OF)).json.keys.find(({ key_id }: Json) => key_id === id)
const codeOf = async (key: string) =>
  (await gateway.call(slug, { text: 'hi' }, { key })).json.error?.code ?? 'answered'

describe('a source', () => {
  it('is granted to a key that was made before, and taken from it, from its next call on', async () => {
    const { key, key_id } = await desk.make()
    expect(await codeOf(key)).toBe('scope_denied')
    expect(await keyOf(key_id)).toMatchObject({ grant: 'none', tools: 0, barred: null })

    const granted = await change({ grant: [key_id] })
    expect([granted.status, (await change({ grant: [key_id] })).status]).toEqual([200, 200])
    expect(await codeOf(key)).toBe('answered')
    const { open_tools: open } = granted.json
    expect(open).toBeGreaterThan(0)
    expect(await keyOf(key_id)).toMatchObject({ grant: 'source', tools: open })
    expect((await desk.hash(key)).status).toBe(200)

    expect((await change({ take: [key_id] })).status).toBe(200)
    expect(await codeOf(key)).toBe('scope_denied')
    // It is what it was before, so that it may lend its credits again.
    expect(gateway.instance.services.keys.findAnyById(key_id)?.scopes).toBeNull()
    expect((await desk.hash(key)).status).toBe(200)
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit')).json
    const told = entries.filter(({ target }: Json) => target === key_id)
    expect(told.map(({ action }: Json) => action)).toEqual([
      'key.source_taken',
      'key.source_granted',
      'key.created',
    ])
    expect(told[0].detail).toMatchObject({ source: 'vices' })
  })

  it('is taken from a key with its tools by name, and from the keys that were made with that key', async () => {
    const maker = await desk.make({ permissions: ['admin'], sources: ['vices'], slugs: [slug] })
    const fields = { name: 'child', sources: ['vices'], slugs: [slug] }
    const child = await gateway.send('/v1/enterprise/keys', { key: maker.key, body: fields })
    expect([child.status, await codeOf(child.json.key)]).toEqual([201, 'answered'])
    await change({ take: [child.json.key_id, maker.key_id] })
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?action=key.source_taken')).json
    expect(entries.map(({ target }: Json) => target)).toEqual([maker.key_id, child.json.key_id])
    expect([await codeOf(maker.key), await codeOf(child.json.key)]).toEqual([
      'scope_denied',
      'scope_denied',
    ])
    expect(await keyOf(child.json.key_id)).toMatchObject({ grant: 'none' })
  })

  it('is never granted to the demo key or to keys from sign-up, and then to no other key either', async () => {
    const { keys } = gateway.instance.services
    const demo = keys.list().find(({ kind }) => kind === 'demo')!
    const signUp = { key: null, body: { email: 'ada@example.org', name: 'Ada' } }
    const signedUp = (await gateway.send('/v1/auth/signup', signUp)).json
    const { account } = await keys.create({ kind: 'team', name: 'Paid', payer: signedUp.key_id })
    const { key_id } = await desk.make()
    for (const [barred, why] of [
      [demo.id, 'demo key'],
      [signedUp.key_id, 'sign-up'],
      [account.id, 'spends the credits of a key that is'],
    ] as const) {
      const refused = await change({ grant: [key_id, barred] })
      expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining(why)])
      expect(await keyOf(barred)).toBeUndefined()
    }
    expect(await keyOf(key_id)).toMatchObject({ grant: 'none' })
  })

  it("says that the owner's key may call it already, and that a key of a toolset has the tools of that", async () => {
    expect(await keyOf(gateway.ownerId)).toMatchObject({ grant: 'owner' })
    const saved = await gateway.asOwner('/v1/enterprise/toolsets/texts', {
      method: 'PUT',
      body: { tools: [{ slug: 'crypto-hash-sha256' }] },
    })
    expect(saved.json.ok).toBe(true)
    const { key_id } = await desk.make({ toolset: 'texts' })
    expect((await keyOf(key_id)).barred).toContain('bound to the toolset texts')
    expect((await change({ grant: [gateway.ownerId] })).json.error.message).toContain('already')
  })

  it.each<[string, Json, number]>([
    ['nothing', {}, 400],
    ['a key twice', { grant: ['key_a'], take: ['key_a'] }, 400],
    ['a key that does not exist', { grant: ['key_a'] }, 404],
  ])('refuses %s', async (_what, body, status) => {
    expect((await change(body)).status).toBe(status)
  })

  it('that is unknown is not found, and only the owner may ask', async () => {
    expect((await gateway.asOwner('/app/sources/none/keys')).status).toBe(404)
    const other = await desk.make({ permissions: ['admin'] })
    expect((await gateway.send(KEYS_OF, { key: other.key })).status).toBe(403)
    expect((await gateway.send(KEYS_OF, { key: OWNER_KEY })).status).toBe(200)
  })
})
