import { canonicalJson } from './canonical-json.ts'
import type { Sha256Hex } from './check-answer.ts'
import type { Check } from './check-words.ts'
import type { Receipt } from './receipt.ts'

/**
 * Checks that receipts of one key that are neighbours in its chain refer to each other. Receipts without a neighbour
 * in the file are not checked.
 */
export async function checkChain(receipts: readonly Receipt[], sha256: Sha256Hex): Promise<Check> {
  let links = 0
  for (const chain of byKey(receipts)) {
    for (const [before, after] of pairsOf(chain)) {
      const [a, b] = [before.statement, after.statement]
      const named = await sha256(canonicalJson(a))
      const isSame = named === (await sha256(canonicalJson(b)))
      if (a.seq === b.seq && !isSame) return failed(`Two different receipts have the number ${a.seq}.`)
      if (a.seq + 1 !== b.seq) continue
      if (b.prev !== named) return failed(`Receipt ${b.seq} does not refer to receipt ${a.seq}.`)
      links++
    }
  }
  if (links === 0)
    return { name: 'chain', status: 'skipped', detail: 'The file has no two consecutive receipts.' }
  return { name: 'chain', status: 'passed', detail: `${links} of them refer to the one before.` }
}

function byKey(receipts: readonly Receipt[]): Receipt[][] {
  const groups = [...Map.groupBy(receipts, ({ key_id: keyId }) => keyId).values()]
  return groups.map((group) => group.toSorted((a, b) => a.statement.seq - b.statement.seq))
}

function pairsOf(chain: readonly Receipt[]): [Receipt, Receipt][] {
  return chain.slice(1).map((after, index) => [chain[index]!, after])
}

function failed(detail: string): Check {
  return { name: 'chain', status: 'failed', detail }
}
