import { statementHash } from '../receipts/check-receipt.ts'
import type { ReadReceipt } from '../receipts/receipt-schema.ts'
import type { Check } from './check-words.ts'

/**
 * Checks that receipts of one key which stand next to each other in its chain name each other. Receipts whose
 * neighbours are not in the file are left alone.
 */
export function checkChain(receipts: readonly ReadReceipt[]): Check {
  let links = 0
  for (const chain of byKey(receipts)) {
    for (const [before, after] of pairsOf(chain)) {
      const [a, b] = [before.statement, after.statement]
      const isSame = statementHash(a) === statementHash(b)
      if (a.seq === b.seq && !isSame)
        return failed(`There are two different receipts with the number ${a.seq}.`)
      if (a.seq + 1 !== b.seq) continue
      if (b.prev !== statementHash(a)) return failed(`Receipt ${b.seq} does not name receipt ${a.seq}.`)
      links++
    }
  }
  if (links === 0)
    return { name: 'chain', status: 'skipped', detail: 'No two receipts here follow each other.' }
  return { name: 'chain', status: 'passed', detail: `${links} of them name the one before.` }
}

function byKey(receipts: readonly ReadReceipt[]): ReadReceipt[][] {
  const groups = [...Map.groupBy(receipts, ({ key_id: keyId }) => keyId).values()]
  return groups.map((group) => group.toSorted((a, b) => a.statement.seq - b.statement.seq))
}

function pairsOf(chain: readonly ReadReceipt[]): [ReadReceipt, ReadReceipt][] {
  return chain.slice(1).map((after, index) => [chain[index]!, after])
}

function failed(detail: string): Check {
  return { name: 'chain', status: 'failed', detail }
}
