import { describe, expect, it } from 'vitest'
import { checkSignature } from '../../../src-main/receipts/check-receipt.ts'
import { InstanceKey } from '../../../src-main/receipts/instance-key.ts'
import { currentEpoch } from '../../../src-main/receipts/epochs.ts'
import { OnlyChain } from '../../../src-main/receipts/receipt-chain.ts'
import { publicKeyFromHex } from '../../../src-main/receipts/public-key.ts'
import { ReceiptBook, type ChargedCall } from '../../../src-main/receipts/receipt-book.ts'
import { verifyReceipts } from '../../../src-main/receipts/verify-receipts.ts'
import type { Receipt } from '../../../src-shared/receipt.ts'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { atOnce } from '../../support/gateway/at-once.ts'
import { grant, openStores } from '../../support/gateway/open-stores.ts'

const A_CALL: ChargedCall = {
  chargeId: 'charge-1',
  request_id: 'request-1',
  slug: 'some-tool',
  tool_version: 1,
  output_hash: sha256('output'),
  credits: 3,
  engine: 'real',
}

async function openBook() {
  const stores = openStores()
  const book = new ReceiptBook({
    ...{ key: new InstanceKey(':memory:'), epoch: currentEpoch(stores.db), chain: new OnlyChain() },
    now: stores.clock.now,
  })
  await grant(stores, 'key_a', 100)
  const write = (call: Partial<ChargedCall> = {}) =>
    atOnce(stores.db, book.open('key_a', { text: 'x' })).write({ ...A_CALL, ...call })
  /** Charges a call and writes its receipt alongside, as the pipeline does. */
  const charge = async (chargeId: string, after = () => {}): Promise<Receipt | undefined> => {
    let receipt: Receipt | undefined
    stores.ledger.reserve({ id: chargeId, account: 'key_a', credits: 3 })
    await stores.ledger.settle(chargeId, { requestId: 'r', slug: 'some-tool' }, function* () {
      receipt = write({ chargeId })
      after()
    })
    return receipt
  }
  return { ...stores, book, write, charge }
}

const fail = () => {
  throw new Error('A piece of work that fails')
}

describe('ReceiptBook', () => {
  it('keeps the chain whole when other work of the same turn fails and all is run again', async () => {
    const { commits, charge, db } = await openBook()
    const [left, failed, right] = await Promise.allSettled([
      charge('left'),
      commits.enqueue(fail),
      charge('right'),
    ])
    expect(failed.status).toBe('rejected')
    const statements = [left, right].map((one) => one.status === 'fulfilled' && one.value!.statement)
    expect(statements).toMatchObject([
      { seq: 1, prev: null },
      { seq: 2, prev: sha256(toCanonical(statements[0])) },
    ])
    expect(verifyReceipts(db)).toEqual({ ok: true, problems: [], receipts: 2 })
  })

  it('leaves no receipt of a charge that was not made', async () => {
    const { charge, ledger, db } = await openBook()
    await expect(charge('undone', fail)).rejects.toThrow()
    expect(ledger.lastKnown('key_a')).toEqual({ balance: 100, reserved: 0 })
    expect(verifyReceipts(db).receipts).toBe(0)
    expect((await charge('done'))?.statement.seq).toBe(1)
  })

  it('gives a repeated charge its first receipt, and claims no credits for another answer under it', async () => {
    const { write } = await openBook()
    const first = write()
    expect(write({ request_id: 'request-2' })).toEqual(first)
    const other = write({ output_hash: sha256('other output') })
    expect(other.statement).toMatchObject({ seq: 2, credits: 0 })
  })

  it('cannot change or delete what it wrote', async () => {
    const { db, write } = await openBook()
    write()
    expect(() => db.exec("UPDATE receipt SET hash = ''")).toThrow('never updated')
    expect(() => db.exec('DELETE FROM receipt')).toThrow('never deleted')
    expect(() => db.exec('INSERT OR REPLACE INTO receipt SELECT * FROM receipt')).toThrow('never deleted')
  })
})

describe('verifyReceipts', () => {
  const REWRITE = `UPDATE receipt SET receipt = json_set(receipt, '$.statement.credits', 0)`
  it.each([
    ['a changed statement', `${REWRITE} WHERE seq = 2`, /Receipt 2: its hash/],
    ['a changed hash', 'UPDATE receipt SET hash = hex(zeroblob(32)) WHERE seq = 2', /Receipt 2: its hash/],
    [
      'a changed signature',
      "UPDATE receipt SET receipt = json_set(receipt, '$.signature', hex(zeroblob(64)))",
      /signature/,
    ],
    ['a missing receipt', 'DELETE FROM receipt WHERE seq = 2', /Receipt 3: .* missing/],
    ['a missing first receipt', 'DELETE FROM receipt WHERE seq = 1', /Receipt 2: .* missing/],
    [
      'a row that is not a receipt',
      "UPDATE receipt SET receipt = 'null' WHERE seq = 3",
      /Receipt 3: .*cannot be read as a receipt/,
    ],
  ])('finds %s', async (_what, tamper, problem) => {
    const { db, write } = await openBook()
    for (const chargeId of ['a', 'b', 'c']) write({ chargeId })
    expect(verifyReceipts(db).ok).toBe(true)
    db.exec(`DROP TRIGGER receipt_is_never_updated; DROP TRIGGER receipt_is_never_deleted; ${tamper}`)
    const verdict = verifyReceipts(db)
    expect(verdict.ok).toBe(false)
    expect(verdict.problems.join('\n')).toMatch(problem)
  })
})

describe('a receipt that this instance signed and that is out of its place', () => {
  it.each([
    [
      'names another receipt before it',
      { prev: sha256('another') },
      'does not refer to the receipt before it',
    ],
    ['names none before it', { prev: null }, 'does not refer to the receipt before it'],
    ['states another number', { seq: 4 }, 'should have the number 3'],
  ])('is found when it %s', async (_what, change, problem) => {
    const { db, book, write } = await openBook()
    const receipts = ['a', 'b', 'c'].map((chargeId) => write({ chargeId }))
    const statement = { ...receipts[2]!.statement, ...change }
    const signed = { ...receipts[2]!, statement, signature: book.key.sign(toCanonical(statement)) }
    expect(checkSignature(signed, null)).toEqual({ ok: true })
    db.exec('DROP TRIGGER receipt_is_never_updated')
    db.prepare('UPDATE receipt SET receipt = ?, hash = ? WHERE seq = 3').run(
      toCanonical(signed),
      sha256(toCanonical(statement)),
    )
    const verdict = verifyReceipts(db)
    expect(verdict.problems).toEqual([expect.stringContaining(`Receipt 3: it ${problem}`)])
  })
})

describe('checkSignature', () => {
  it('tells the key of another instance from the given one', async () => {
    const receipt = (await openBook()).write()
    const stranger = new InstanceKey(':memory:').publicKey
    expect(checkSignature(receipt, publicKeyFromHex(receipt.public_key))).toEqual({ ok: true })
    expect(checkSignature(receipt, stranger)).toMatchObject({ ok: false })
  })

  it.each([
    ['a changed statement', { statement: { ...A_CALL } }],
    ['a signature of the wrong length', { signature: 'ff' }],
    ['an empty key', { public_key: '' }],
    ['a key that is not a point of the curve', { public_key: 'f'.repeat(64) }],
    ['the id of another key', { key_id: 'x' }],
  ])('refuses %s', async (_what, change) => {
    const receipt = (await openBook()).write()
    expect(checkSignature({ ...receipt, ...change }, null)).toMatchObject({ ok: false })
  })
})

describe('a public key', () => {
  it('is named by its RFC 7638 thumbprint: the example of RFC 8037, A.3', () => {
    const hex = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    expect(publicKeyFromHex(hex)?.keyId).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })
})
