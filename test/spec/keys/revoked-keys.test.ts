import { beforeEach, describe, expect, it } from 'vitest'
import { KEYS, KeyDesk } from '../../support/gateway/key-desk.ts'
import type { TestGateway } from '../../support/gateway/test-gateway.ts'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

describe('a revoked key', () => {
  it('answers 401 with the next request, and cannot be brought back', async () => {
    const { key, key_id } = await desk.make()
    expect((await desk.hash(key)).status).toBe(200)
    const ended = await gateway.asOwner(`${KEYS}/${key_id}`, { method: 'DELETE' })
    expect(ended).toMatchObject({ status: 200, json: { ok: true, key_id, status: 'revoked' } })
    expect(await desk.hash(key)).toMatchObject({ status: 401, json: { error: { code: 'invalid_key' } } })
    gateway.advance(1_000)
    const again = await gateway.asOwner(`${KEYS}/${key_id}`, { method: 'DELETE' })
    expect(again.json).toEqual(ended.json)
  })

  it('may be any key but the last one that administers the gateway', async () => {
    const last = await gateway.asOwner(`${KEYS}/${gateway.ownerId}`, { method: 'DELETE' })
    expect(last).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } })
    const ending = await desk.make({ permissions: ['admin'], expires_at: '2027-01-01T00:00:00Z' })
    expect((await gateway.asOwner(`${KEYS}/${gateway.ownerId}`, { method: 'DELETE' })).status).toBe(403)
    const deputy = await desk.make({ permissions: ['admin'] })
    const former = gateway.ownerId
    expect((await gateway.asOwner(`${KEYS}/${former}`, { method: 'DELETE' })).status).toBe(200)
    expect((await gateway.asOwner(KEYS)).status).toBe(401)
    expect(gateway.ownerId).toBe(deputy.key_id)
    expect((await gateway.send(KEYS, { key: ending.key })).status).toBe(200)
  })

  it('ends the sessions of the page if it administered the gateway', async () => {
    const { key_id } = await desk.make({ permissions: ['admin'] })
    const { sessions } = gateway.instance
    const token = sessions.open()
    const code = sessions.issueCode()
    const cookie = `${gateway.instance.cookieName()}=${token}`
    const asPage = () =>
      gateway.send(KEYS, { key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect((await asPage()).status).toBe(200)
    await gateway.asOwner(`${KEYS}/${key_id}`, { method: 'DELETE' })
    expect((await asPage()).status).toBe(401)
    expect(await sessions.redeem(code)).toBeNull()
  })

  it('is answered with 404 if it does not exist', async () => {
    const answer = await gateway.asOwner(`${KEYS}/key_none`, { method: 'DELETE' })
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } })
  })
})
