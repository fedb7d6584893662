import { describe, expect, it } from 'vitest'
import { checkChain } from '../../src-shared/check-chain.ts'
import type { Receipt, ReceiptStatement } from '../../src-shared/receipt.ts'
import { sha256, toCanonical } from '../support/canonical-writer.ts'

type Epoch = Pick<ReceiptStatement, 'epoch' | 'epoch_id'>

const FIRST: Epoch = { epoch: 1, epoch_id: 'a' }
const SECOND: Epoch = { epoch: 2, epoch_id: 'b' }

function receiptOf(slug: string, { seq, prev, ...epoch }: Partial<ReceiptStatement> & Epoch): Receipt {
  const said = { slug, seq: seq ?? 1, prev: prev ?? null, ...epoch }
  // The chain looks at nothing else of a receipt.
  return { statement: said, key_id: 'k' } as unknown as Receipt
}

/** The receipts that one instance signs after another, in an epoch. */
function follow(before: Receipt | null, epoch: Epoch, slugs: readonly string[]): Receipt[] {
  const made: Receipt[] = []
  for (const slug of slugs) {
    const last = made.at(-1) ?? before
    const prev = last && sha256(toCanonical(last.statement))
    made.push(receiptOf(slug, { ...epoch, seq: (last?.statement.seq ?? 0) + 1, prev }))
  }
  return made
}

const check = (receipts: readonly Receipt[]) => checkChain(receipts, sha256)

describe('the chain of receipts', () => {
  it('is one history when each refers to the one before it, whatever the order in the file', async () => {
    const receipts = follow(null, FIRST, ['1', '2', '3'])
    const verdict = { status: 'passed', detail: '2 of them refer to the one before.' }
    expect(await check(receipts.toReversed())).toMatchObject(verdict)
    expect(await check([...receipts, ...receipts])).toMatchObject(verdict)
  })

  it('continues receipts that are older than epochs', async () => {
    const old = follow(null, {}, ['1', '2'])
    const later = follow(old[1]!, FIRST, ['3'])
    expect(await check([...old, ...later])).toMatchObject({ status: 'passed' })
  })

  it('shows a restore after which nothing of the file was lost', async () => {
    const backup = follow(null, FIRST, ['1', '2'])
    const restored = follow(backup[1]!, SECOND, ['3', '4'])
    const { status, detail } = await check([...backup, ...restored])
    expect([status, detail]).toEqual([
      'passed',
      '3 of them refer to the one before. A restore began epoch 2.',
    ])
  })

  it('shows two receipts of different epochs after the same one as a restore, not as one history', async () => {
    const backup = follow(null, FIRST, ['1', '2'])
    const lost = follow(backup[1]!, FIRST, ['3', '4'])
    const restored = follow(backup[1]!, SECOND, ['3 again'])
    expect(await check([...backup, ...lost, ...restored])).toMatchObject({
      status: 'failed',
      detail:
        'The instance was restored from a backup, so these are not one history: ' +
        'receipt 3 of epoch 1 and receipt 3 of epoch 2 both follow receipt 2.',
    })
    expect((await check([lost[1]!, restored[0]!])).detail).toContain(
      'receipt 3 of epoch 2 follows a backup from before receipt 4 of epoch 1',
    )
  })

  it('tells two restores of the same backup apart', async () => {
    const backup = follow(null, FIRST, ['1'])
    const here = follow(backup[0]!, SECOND, ['2 here'])
    const there = follow(backup[0]!, { epoch: 2, epoch_id: 'c' }, ['2 there'])
    const { status, detail } = await check([...backup, ...here, ...there])
    expect([status, detail]).toEqual(['failed', expect.stringContaining('restored from a backup')])
  })

  it('is broken when two receipts of one epoch have one number or follow the same receipt', async () => {
    const [first, second] = follow(null, SECOND, ['1', '2'])
    const [other] = follow(first!, SECOND, ['2 forked'])
    expect((await check([first!, second!, other!])).detail).toBe(
      'Two different receipts of epoch 2 have the number 2.',
    )
    const { prev } = second!.statement
    const far = receiptOf('far', { ...SECOND, seq: 9, prev })
    expect((await check([second!, far])).detail).toBe(
      'Receipts 2 and 9 of epoch 2 name the same receipt before them.',
    )
  })

  it('is broken when a receipt does not refer to the one before it', async () => {
    const [first] = follow(null, FIRST, ['1'])
    const second = receiptOf('2', { ...FIRST, seq: 2, prev: sha256('another') })
    expect((await check([first!, second])).detail).toBe('Receipt 2 does not refer to receipt 1.')
  })
})
