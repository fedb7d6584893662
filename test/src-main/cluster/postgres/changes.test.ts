import { describe, expect, it } from 'vitest'
import type { GatewayOfTest } from '../../../support/postgres/cluster-of-test.ts'
import { openCluster } from '../../../support/postgres/cluster-of-test.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const LOCAL = 'http://10.0.0.1:80'

function make({ keys }: GatewayOfTest, name: string) {
  return keys.create({ kind: 'personal', name, permissions: new Set(['call']) } as never)
}

describe('copies of what the owner has set up, at several gateways', () => {
  it('have with the next beat what another gateway has changed, without any notice', async () => {
    const [one, other] = (await openCluster(2, false)) as [GatewayOfTest, GatewayOfTest]
    const { key, account } = await make(one, 'first')
    await one.engine.write('settings', () => one.settings.write({ call_seconds: 7 }))
    await one.engine.write('origins', () => one.origins.write(LOCAL, 5))
    expect([other.keys.find(key), other.origins.has(LOCAL)]).toEqual([null, false])
    await other.beat.now()
    expect(other.keys.find(key)).toMatchObject({ id: account.id, name: 'first' })
    expect(other.settings.get().call_seconds).toBe(7)
    expect(other.origins.has(LOCAL)).toBe(true)
    await other.keys.revoke(account.id)
    await one.engine.write('origins', () => one.origins.write(LOCAL, null))
    expect(one.keys.find(key)).toMatchObject({ id: account.id })
    await Promise.all([one.beat.now(), other.beat.now()])
    expect(one.keys.find(key)).toBeNull()
    expect(one.keys.findAny(key)).toMatchObject({ name: 'first' })
    expect(other.origins.has(LOCAL)).toBe(false)
  })

  it('have it at once where notices arrive', async () => {
    const [one, other] = (await openCluster(2, true)) as [GatewayOfTest, GatewayOfTest]
    const { key, account } = await make(one, 'first')
    await waitUntil(() => other.keys.find(key), 'a notice tells of a new key')
    await one.keys.revoke(account.id)
    await waitUntil(() => other.keys.find(key) === null, 'a notice tells of a revocation')
  })

  it('have all of 40 keys that four gateways make at once', async () => {
    // Catches: a version that is given before the commit of an earlier one, and hides it.
    const gateways = await openCluster(4, true)
    const made = await Promise.all(Array.from({ length: 40 }, (_, i) => make(gateways[i % 4]!, `key ${i}`)))
    await Promise.all(gateways.map(({ beat }) => beat.now()))
    for (const { keys } of gateways) expect(made.filter(({ key }) => keys.find(key) === null)).toEqual([])
  })

  it('never let a key work again that was revoked here, whatever was read before', async () => {
    const [one] = (await openCluster(1, false)) as [GatewayOfTest]
    const { key, account } = await make(one, 'first')
    const [, revoked] = await Promise.all([one.keys.refresh(), one.keys.revoke(account.id)])
    expect(revoked.revokedAt).not.toBeNull()
    await one.keys.refresh()
    expect(one.keys.find(key)).toBeNull()
  })
})
