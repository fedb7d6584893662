import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

// SHA-256 of "abc", FIPS 180-2 appendix B.1.
const SHA_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

describe('what agent mode saves', () => {
  it('can be read back, listed, found by search, and deleted', async () => {
    const made = await gateway.call('crypto-hash-sha256', { text: 'abc', mode: 'agent', session_id: 's1' })
    const { namespace, key } = made.json.agent.memory_persisted
    expect(key).toBe(`crypto-hash-sha256:${made.json.agent.cache_fingerprint.slice(0, 16)}`)

    const read = await gateway.call('memory-get', { namespace, key })
    expect(read.json.data).toMatchObject({ found: true, value: made.json.data })
    const listed = await gateway.call('memory-list', { namespace: 's1' })
    expect(listed.json.data.entries).toMatchObject([{ namespace: 's1', key }])
    const byTool = await gateway.call('memory-search', { query: 'sha256 of abc' })
    expect(byTool.json.data.entries).toMatchObject([{ namespace: 's1', key }])
    const byValue = await gateway.call('memory-search', { query: SHA_OF_ABC.slice(0, 20) })
    expect(byValue.json.data.entries).toMatchObject([{ key }])

    expect((await gateway.call('memory-delete', { namespace, key })).json.data.deleted).toBe(true)
    expect((await gateway.call('memory-get', { namespace, key })).json.data.found).toBe(false)
    expect((await gateway.call('memory-search', { query: 'sha256' })).json.data.entries).toEqual([])
  })

  it('goes to the namespace default without a session', async () => {
    const made = await gateway.call(
      'crypto-hash-sha256',
      { text: 'abc' },
      { headers: { 'x-agent-mode': 'true' } },
    )
    const { key } = made.json.agent.memory_persisted
    expect((await gateway.call('memory-get', { key })).json.data).toMatchObject({ found: true })
  })
})

describe('the memory tools', () => {
  it('cost nothing and are never answered from a cache', async () => {
    for (const [slug, input] of [
      ['memory-set', { key: 'a', value: 'word' }],
      ['memory-get', { key: 'a' }],
      ['memory-list', {}],
      ['memory-search', { query: 'word' }],
      ['memory-delete', { key: 'a' }],
    ] as const) {
      const first = await gateway.call(slug, input)
      const again = await gateway.call(slug, input)
      expect([slug, first.status, again.status]).toEqual([slug, 200, 200])
      expect(again.headers.get('x-cache')).toBe('MISS')
      expect(again.headers.get('x-credits-used')).toBe('0')
    }
    expect(gateway.balance()).toBe(500)
  })

  it('hide from one key what another has stored', async () => {
    const other = await gateway.instance.services.keys.create({ kind: 'team', name: 'Other', grant: 10 })
    const asOther = { key: other.key }
    await gateway.call('memory-set', {
      key: 'secret',
      value: 'the password is swordfish',
      tags: ['swordfish'],
    })
    expect((await gateway.call('memory-get', { key: 'secret' }, asOther)).json.data.found).toBe(false)
    expect((await gateway.call('memory-list', {}, asOther)).json.data.entries).toEqual([])
    for (const query of ['swordfish', 'secret', `swordfish ${gateway.keyId}`, gateway.keyId]) {
      const answer = await gateway.call('memory-search', { query }, asOther)
      expect(answer.json.data.entries).toEqual([])
    }
    expect((await gateway.call('memory-delete', { key: 'secret' }, asOther)).json.data.deleted).toBe(false)
    expect((await gateway.call('memory-get', { key: 'secret' })).json.data.found).toBe(true)
  })

  it('answer a cursor of another tool with a 400 that names the field', async () => {
    const answer = await gateway.call('memory-list', { cursor: 'bm9uZQ' })
    expect(answer.status).toBe(400)
    expect(answer.json.error.issues).toMatchObject([{ path: 'cursor' }])
    expect(gateway.bugs).toEqual([])
  })
})
