import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  activeLink,
  findLink,
  moveLink,
  newLink,
  noteReceived,
  noteSent,
  openLinks,
  writeLink,
} from '../../../../src-main/hub/hub-links.ts'
import { chargesAfter, sumAfter } from '../../../../src-main/ledger/charge-feed.ts'
import { run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { LAID_OUT, type LaidOut } from '../../../support/postgres/laid-out.ts'

const WANTED = {
  ...{ url: 'https://hub.example', name: 'Laptop', payer: 'key_a', leaseCredits: 20 },
  ...{ secretId: 'hub_1', secretPlace: 'file' as const },
}
const ENTRY = statement<{
  id: string
  account: string
  kind: string
  credits: number
  engine: string | null
}>(
  `INSERT INTO entry (id, account, kind, credits, balance_after, request_id, slug, engine, at)
   VALUES (:id, :account, :kind, :credits, 0, NULL, 'text-case', :engine, 1)`,
)

/** Entries of a leased account: two calls, one that failed after its charge, a lease, and a call of another account. */
function* entries(): Work<void> {
  const put = (id: string, kind: string, credits: number, account = 'gw_a') =>
    run(ENTRY, { id, account, kind, credits, engine: id === 'one' ? 'test/1' : null })
  yield* put('lease:gw_a:1', 'grant', 100)
  yield* put('one', 'charge', -3)
  yield* put('two:failed', 'charge', -5)
  yield* put('two:undone', 'refund', 5)
  yield* put('other', 'charge', -7, 'key_a')
  yield* put('THREE:FAILED', 'charge', -2)
}

describe.each(LAID_OUT)('the hubs of a gateway on %s', (_name, open) => {
  let laidOut: LaidOut
  beforeEach(async () => {
    laidOut = await open()
  })
  afterEach(() => laidOut.close())
  const write = <T>(work: () => Work<T>): Promise<T> => laidOut.engines[0].write('hub', work)
  // By the other gateway, where two share the database.
  const read = <T>(work: () => Work<T>): Promise<T> => laidOut.engines[1].read(work)

  it('are there as they were opened, until nothing is left to do', async () => {
    expect(await read(activeLink)).toBe(null)
    const [first, second] = [newLink(WANTED, 2), newLink(WANTED, 1)]
    await write(() => writeLink(first))
    expect(await read(() => findLink(first.id))).toEqual(first)
    await write(() => moveLink(first.id, 'leaving'))
    expect(await read(activeLink)).toBe(null)
    await write(() => writeLink(second))
    expect(await read(activeLink)).toEqual(second)
    expect(await read(openLinks)).toEqual([second, { ...first, state: 'leaving' }])
    await write(() => moveLink(first.id, 'closed'))
    expect(await read(openLinks)).toEqual([second])
  })

  // Catches: two gateways that connect at once, so that the leases of one hub are spent by nobody.
  it('are spent one at a time, whoever connects', async () => {
    const links = [newLink(WANTED, 1), newLink(WANTED, 2)]
    const outcomes = await Promise.allSettled(
      links.map((link, at) => laidOut.engines[at]!.write('hub', () => writeLink(link))),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await read(openLinks)).toHaveLength(1)
  })

  it('keep the place of what was sent, which never goes back, and the last lease', async () => {
    const link = newLink(WANTED, 1)
    await write(() => writeLink(link))
    await write(() => noteSent(link.id, 9, 5))
    await write(() => noteSent(link.id, 4, 6))
    await write(() => noteReceived(link.id, 3, 7))
    expect(await read(activeLink)).toEqual({ ...link, sentSeq: 9, number: 3, contactAt: 7 })
  })

  it('are passed on each charge in order, and none that a refund has undone', async () => {
    await write(entries)
    const charges = await read(() => chargesAfter('gw_a', 0, 10))
    expect(charges.map(({ id, credits, engine }) => [id, credits, engine])).toEqual([
      ['one', 3, 'test/1'],
      ['THREE:FAILED', 2, null],
    ])
    expect(charges[0]).toMatchObject({ slug: 'text-case', request_id: '', unanswered: null })
    expect(await read(() => chargesAfter('gw_a', 0, 1))).toEqual(charges.slice(0, 1))
    expect(await read(() => chargesAfter('gw_a', charges[0]!.seq, 10))).toEqual(charges.slice(1))
    expect(await read(() => sumAfter('gw_a', 0))).toEqual({ charges: 2, credits: 5 })
    expect(await read(() => sumAfter('gw_a', charges[1]!.seq))).toEqual({ charges: 0, credits: 0 })
  })
})
