import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelUse } from '../../../../src-main/accounts/model-use.ts'
import { Readiness } from '../../../../src-main/ledger/readiness.ts'
import { DAY_MS } from '../../../../src-main/ledger/usage-figures.ts'
import { statementHash } from '../../../../src-main/receipts/check-receipt.ts'
import { InstanceKey } from '../../../../src-main/receipts/instance-key.ts'
import { KeyChain } from '../../../../src-main/receipts/key-chain.ts'
import { OnlyChain, type ReceiptChain } from '../../../../src-main/receipts/receipt-chain.ts'
import { ReceiptBook } from '../../../../src-main/receipts/receipt-book.ts'
import { run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import type { Receipt } from '../../../../src-shared/receipt.ts'
import { LAID_OUT, type LaidOut } from '../../../support/postgres/laid-out.ts'

const NOW = Date.UTC(2026, 0, 1)
const EPOCH = {
  ...{ number: 1, id: '0'.repeat(32), begunAt: 0, cause: 'first' as const },
  ...{ detail: null, hasHead: false },
}
const ENTRY = statement<{ id: string; kind: string; credits: number; after: number; at: number }>(
  `INSERT INTO entry (id, account, kind, credits, balance_after, request_id, slug, at)
   VALUES (:id, 'key_a', :kind, :credits, :after, 'r', 'text-case', :at)`,
)
const ACCOUNT = statement<Record<never, never>>("INSERT INTO account (id, balance) VALUES ('key_a', 0)")
const BALANCE = statement<{ balance: number }>("UPDATE account SET balance = :balance WHERE id = 'key_a'")

/** A grant, a call of yesterday, one that failed, and one of today. SQLite's triggers move the balance. */
function* entries(): Work<void> {
  yield* run(ACCOUNT, {})
  const put = (id: string, kind: string, credits: number, after: number, at = NOW) =>
    run(ENTRY, { id, kind, credits, after, at })
  yield* put('grant', 'grant', 100, 100, NOW - DAY_MS)
  yield* put('one', 'charge', -3, 97, NOW - 1)
  yield* put('two:failed', 'charge', -5, 92)
  yield* put('two:refund', 'refund', 5, 97)
  yield* put('three', 'charge', -7, 90)
  yield* run(BALANCE, { balance: 90 })
}

/** The chains of two gateways: one of their own each, where two share the database. */
function chainsOn(name: string, keys: readonly InstanceKey[]): readonly ReceiptChain[] {
  const only = new OnlyChain()
  return keys.map((key) => (name === 'SQLite' ? only : new KeyChain(() => key.publicKey.keyId)))
}

describe.each(LAID_OUT)('on %s', (name, open) => {
  let laidOut: LaidOut
  beforeEach(async () => {
    laidOut = await open()
  })
  afterEach(() => laidOut.close())

  it('questions to models are counted once, also by another gateway, and are there at the next start', async () => {
    const [first, second] = await Promise.all(laidOut.engines.map((one) => ModelUse.open(one, () => NOW)))
    const counted = await Promise.all(Array.from({ length: 5 }, () => first!.count('key_a', 'key_b')))
    for (const { ended } of counted) ended(2)
    await first!.addUnpaid('key_a', 3)
    await second!.count('key_a')
    await laidOut.engines[0].write('key_a', () => run(BALANCE, { balance: 0 }))
    expect(second!.today('key_a').questions).toBe(6)
    const next = await ModelUse.open(laidOut.engines[1], () => NOW)
    expect([next.today('key_a'), next.today('key_b')]).toEqual([
      { questions: 6, tokens: 10 },
      { questions: 5, tokens: 10 },
    ])
    expect(next.unpaidOf('key_a')).toEqual({ count: 3, at: NOW, left: 3 })
    expect(next.unpaidOf('key_b')).toBe(null)
  })

  it('a balance that differs from its newest entry is noticed before a call is charged', async () => {
    const [engine] = laidOut.engines
    await engine.write('key_a', entries)
    let now = NOW
    const readiness = new Readiness(
      engine,
      async () => {},
      () => now,
    )
    await readiness.check()
    await engine.write('key_a', () => run(BALANCE, { balance: 91 }))
    now += 10_000
    await expect(readiness.check()).rejects.toThrow('does not add up')
  })

  // Catches: two receipts at one place, or one that follows a receipt which was rolled back.
  it('receipts that are written at once, beside work that fails, stand in one chain for each key', async () => {
    const keys = [new InstanceKey(':memory:'), new InstanceKey(':memory:')]
    const chains = chainsOn(name, keys)
    const books = keys.map(
      (key, at) => new ReceiptBook({ key, epoch: EPOCH, chain: chains[at]!, now: () => NOW }),
    )
    const write = (at: number, id: string): Promise<Receipt> =>
      laidOut.engines[at]!.write(id, () =>
        books[at]!.open('key_a', { id }).write({
          ...{ chargeId: id, request_id: id, slug: 'text-case', tool_version: 1 },
          ...{ output_hash: id, credits: 1, engine: 'real' },
        }),
      )
    const fail = (at: number): Promise<unknown> =>
      laidOut.engines[at]!.write('other', function* () {
        throw new Error('A piece of work that fails')
      })
    const rounds = [0, 1, 2].map((round) =>
      [0, 1].map((at) => [0, 1, 2].map((one) => [at, `call-${round}-${at}-${one}`] as const)).flat(),
    )
    const written: Receipt[] = []
    for (const round of rounds) {
      const failing = [fail(0).catch(() => undefined), fail(1).catch(() => undefined)]
      written.push(...(await Promise.all(round.map(([at, id]) => write(at, id)))))
      await Promise.all(failing)
    }
    const ofChain = Map.groupBy(written, ({ key_id: id }) => (name === 'SQLite' ? 'all' : id))
    for (const receipts of ofChain.values()) {
      const inOrder = receipts.map((one) => one.statement).toSorted((one, other) => one.seq - other.seq)
      expect(inOrder.map(({ seq }) => seq)).toEqual(inOrder.map((_one, index) => index + 1))
      const hashes = [null, ...inOrder.map(statementHash)]
      expect(inOrder.map(({ prev }) => prev)).toEqual(hashes.slice(0, -1))
    }
    const newest = await laidOut.engines[1].read(() => books[0]!.newestOf('key_a', 20))
    expect(newest).toHaveLength(written.length)
  })
})
