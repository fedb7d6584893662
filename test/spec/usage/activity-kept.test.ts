import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HASH, change, keptGateway, read, recorded } from '../../support/gateway/call-record.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

describe('the kept record', () => {
  it('leaves out the bodies, or whole calls, when the owner switches them off', async () => {
    await change(gateway, { activity: 'no_bodies' })
    await gateway.call(HASH, { text: 'planted-secret' })
    const { id } = (await recorded(gateway))[0]
    expect((await read(gateway, `/app/activity/${id}`)).call).toMatchObject({
      input: null,
      output: null,
      gist: '',
    })
    await change(gateway, { activity: 'off' })
    await gateway.call(HASH, { text: 'another' })
    expect((await recorded(gateway)).length).toBe(1)
    expect(await read(gateway, '/app/activity')).toMatchObject({ mode: 'off' })
  })

  it('holds at most as many calls as the owner allows', async () => {
    await change(gateway, { activity_max_calls: 100 })
    for (let n = 0; n < 130; n++) {
      await gateway.call(HASH, { text: `number ${n}` }, { key: OWNER_KEY })
      if (n % 20 === 19) await recorded(gateway, '?limit=1')
    }
    const entries = await recorded(gateway, '?limit=200')
    expect(entries.length).toBe(100)
    expect(entries[0].gist).toContain('number 129')
  })

  it('leaves no trace of a deleted call in the file or its log, and keeps the others', async () => {
    const dataDir = makeTempDir()
    const kept = await keptGateway(dataDir)
    const texts = async () => (await recorded(kept)).map(({ gist }: Json) => gist)
    const remove = (id: number | string) =>
      kept.send(`/app/activity/${id}`, { method: 'DELETE', key: OWNER_KEY })
    for (const text of ['first', 'planted-secret', 'last']) await kept.call(HASH, { text })
    const [last, secret] = await recorded(kept)
    expect((await remove(secret.id)).status).toBe(200)
    expect(await texts()).toEqual(['{"text":"last"}', '{"text":"first"}'])
    expect((await remove(secret.id)).status).toBe(404)
    expect((await remove(last.request_id)).status).toBe(404)
    const file = join(dataDir, 'activity.db')
    for (const end of ['', '-wal'])
      expect([end, readFileSync(`${file}${end}`).includes('planted-secret')]).toEqual([end, false])
    const { entries } = (
      await kept.send('/v1/enterprise/audit?action=activity.removed', { key: OWNER_KEY })
    ).json
    expect(entries).toMatchObject([{ target: String(secret.id) }])
    // What comes next has a place of its own.
    await kept.call(HASH, { text: 'next' })
    expect((await recorded(kept))[0].id).toBe(last.id + 1)
  })

  it('is empty once cleared, on the screen and in the file', async () => {
    const dataDir = makeTempDir()
    const kept = await keptGateway(dataDir)
    await kept.call(HASH, { text: 'planted-secret' })
    expect((await recorded(kept)).length).toBe(1)
    const file = join(dataDir, 'activity.db')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await kept.send('/app/activity', { method: 'DELETE', key: OWNER_KEY })
    expect(await recorded(kept)).toEqual([])
    for (const end of ['', '-wal']) {
      const bytes = statSync(`${file}${end}`, { throwIfNoEntry: false })
        ? readFileSync(`${file}${end}`)
        : ''
      expect(bytes.includes('planted-secret')).toBe(false)
    }
    const { entries } = (
      await kept.send('/v1/enterprise/audit?action=activity.cleared', { key: OWNER_KEY })
    ).json
    expect(entries).toMatchObject([{ detail: { calls: 1 } }])
  })

  // Catches: a damaged record that keeps the gateway from starting.
  it('survives a restart, and starts afresh when it is damaged', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.call(HASH, { text: 'before' })
    await first.close()
    const second = await TestGateway.create({ dataDir })
    expect(await recorded(second)).toMatchObject([{ gist: '{"text":"before"}' }])
    await second.close()

    writeFileSync(
      join(dataDir, 'activity.db'),
      'no database at all, and long enough to be read as one'.repeat(99),
    )
    const third = await keptGateway(dataDir)
    await third.call(HASH, { text: 'after' })
    expect(await recorded(third)).toMatchObject([{ gist: '{"text":"after"}' }])
    expect(String(third.bugs[0])).toContain('replaced by an empty one')
  })

  it('fails no call when the disk refuses it, and reports that once', async () => {
    const dataDir = makeTempDir()
    mkdirSync(join(dataDir, 'activity.db'))
    const refused = await keptGateway(dataDir)
    for (const text of ['a', 'b']) {
      expect((await refused.call(HASH, { text })).status).toBe(200)
      refused.instance.activity.flush()
    }
    expect(refused.bugs.length).toBe(1)
    const list = await refused.send('/app/activity', { key: OWNER_KEY })
    expect(list).toMatchObject({ status: 507, json: { error: { code: 'storage_full' } } })
    const days = (await refused.send('/app/usage/days?days=1', { key: OWNER_KEY })).json
    expect(days).toMatchObject({ days: [{ calls: 2 }], cache_today: null })
  })
})
