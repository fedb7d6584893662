import { reactive } from 'vue'
import { describe, expect, it } from 'vitest'
import { EVERY_CALL } from '../../../src-renderer/activity/activity-query.ts'
import { createCallDetails } from '../../../src-renderer/activity/call-details.ts'
import { createCallList } from '../../../src-renderer/activity/call-list.ts'
import { createCallSelection } from '../../../src-renderer/activity/call-selection.ts'
import { useGateway } from '../../../src-renderer/gateway/gateway.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'

const HASH = 'crypto-hash-sha256'

async function opened(calls: number) {
  const stores = await openPageStores()
  const call = (text: string) => stores.gateway.call(HASH, { text }, { key: OWNER_KEY })
  for (let n = 0; n < calls; n++) await call(`call ${n}`)
  const query = reactive({ ...EVERY_CALL })
  const { client } = useGateway()
  const asked = () => stores.sent.filter(({ path }) => path.startsWith('/app/activity')).length
  return { ...stores, call, query, client, asked, list: createCallList(client, query) }
}

describe('the list of calls', () => {
  it('reads older pages to the end, each entry once', async () => {
    const { list } = await opened(203)
    await list.load()
    expect(list.entries.value).toHaveLength(100)
    while (list.cursor.value !== null) await list.more()
    const ids = list.entries.value.map(({ id }) => id)
    expect(ids).toHaveLength(203)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  })

  it('asks for nothing more at its end', async () => {
    const { list, asked } = await opened(2)
    await list.load()
    const before = asked()
    await list.more()
    expect(asked()).toBe(before)
  })

  it('keeps the older page that arrives after a refresh', async () => {
    const { list, call } = await opened(101)
    await list.load()
    await call('new')
    await Promise.all([list.more(), list.refresh()])
    expect(list.entries.value).toHaveLength(102)
    expect(list.entries.value[0]?.gist).toContain('new')
  })

  it('reads the first page when it is refreshed before it was loaded', async () => {
    const { list } = await opened(1)
    expect(list.state.value).toBe('idle')
    await list.refresh()
    expect([list.state.value, list.entries.value.length]).toEqual(['ready', 1])
  })

  it('drops one entry and keeps the others', async () => {
    const { list } = await opened(3)
    await list.load()
    const [newest, middle, oldest] = list.entries.value
    list.drop(middle!.id)
    expect(list.entries.value).toEqual([newest, oldest])
  })
})

describe('the details of calls', () => {
  it('are asked for once, by id or by request id', async () => {
    const { list, client, asked } = await opened(1)
    await list.load()
    const details = createCallDetails(client)
    const { id, request_id: requestId } = list.entries.value[0]!
    const found = await details.get(requestId)
    expect(found).toMatchObject({ id, input: '{"text":"call 0"}' })
    const before = asked()
    expect(await details.get(id)).toBe(found)
    expect(asked()).toBe(before)
  })

  it('are held for the twenty calls opened last', async () => {
    const { list, client, asked } = await opened(21)
    await list.load()
    const details = createCallDetails(client)
    const ids = list.entries.value.map(({ id }) => id)
    for (const id of ids) await details.get(id)
    const before = asked()
    await details.get(ids[20]!)
    expect(asked()).toBe(before)
    await details.get(ids[0]!)
    expect(asked()).toBe(before + 1)
  })

  it('are asked for again once they were forgotten', async () => {
    const { list, client, asked } = await opened(1)
    await list.load()
    const details = createCallDetails(client)
    const { id } = list.entries.value[0]!
    await details.get(id)
    details.forget(id)
    const before = asked()
    await details.get(id)
    expect(asked()).toBe(before + 1)
  })
})

describe('the selection', () => {
  it('keeps the first call and replaces the second', () => {
    const { selected, select } = createCallSelection()
    for (const id of [1, 2, 3]) select(id, true)
    expect(selected.value).toEqual([1, 3])
    select(1, true)
    expect(selected.value).toEqual([3])
  })

  it('lets go of a call that is gone, and ignores one that was not selected', () => {
    const { selected, select, deselect } = createCallSelection()
    select(1)
    deselect(2)
    expect(selected.value).toEqual([1])
    deselect(1)
    expect(selected.value).toEqual([])
  })
})
