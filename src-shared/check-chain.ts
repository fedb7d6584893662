import { canonicalJson } from './canonical-json.ts'
import type { Sha256Hex } from './check-answer.ts'
import type { Check } from './check-words.ts'
import type { Receipt, ReceiptStatement } from './receipt.ts'

/** A receipt's statement as the checks of the chain need it. */
interface Link extends Pick<ReceiptStatement, 'seq' | 'prev'> {
  readonly epoch: number
  /** Empty in receipts from before there were epochs, which are in the first. */
  readonly epochId: string
  readonly hash: string
}

/**
 * Checks that receipts of one key that are neighbours in its chain refer to each other, and that they are one history:
 * a restore begins an epoch, which goes on after its backup. Receipts without a neighbour in the file
 * are not checked.
 */
export async function checkChain(receipts: readonly Receipt[], sha256: Sha256Hex): Promise<Check> {
  let links = 0
  const restores = new Set<number>()
  for (const group of Map.groupBy(receipts, ({ key_id: keyId }) => keyId).values()) {
    const read = await toLinks(group, sha256)
    const epochs = epochsIn(read)
    const problem = epochs.map(faultIn).find((fault) => fault !== null) ?? restoreIn(epochs)
    if (problem !== null) return { name: 'chain', status: 'failed', detail: problem }
    links += countLinks(read)
    for (const [first] of epochs.slice(1)) if (first) restores.add(first.epoch)
  }
  if (links === 0)
    return { name: 'chain', status: 'skipped', detail: 'The file has no two consecutive receipts.' }
  const begun = [...restores].map((epoch) => ` A restore began epoch ${epoch}.`).join('')
  return { name: 'chain', status: 'passed', detail: `${links} of them refer to the one before.${begun}` }
}

/** Each statement once. */
async function toLinks(receipts: readonly Receipt[], sha256: Sha256Hex): Promise<Link[]> {
  const links = new Map<string, Link>()
  for (const { statement } of receipts) {
    const { seq, prev, epoch = 1, epoch_id: epochId = '' } = statement
    const hash = await sha256(canonicalJson(statement))
    links.set(hash, { seq, prev, epoch, epochId, hash })
  }
  return [...links.values()]
}

/** The receipts of each epoch in the order of their numbers, the oldest epoch first. */
function epochsIn(links: readonly Link[]): Link[][] {
  const firstIds = new Set(links.filter(({ epoch }) => epoch === 1).map(({ epochId }) => epochId))
  firstIds.delete('')
  // Receipts from before there were epochs belong to the first one, whatever its id became later.
  const [only = '', ...more] = firstIds
  const nameless = more.length === 0 ? only : ''
  const nameOf = ({ epoch, epochId }: Link) => `${epoch}/${epochId === '' ? nameless : epochId}`
  return [...Map.groupBy(links, nameOf).values()]
    .map((epoch) => epoch.toSorted((a, b) => a.seq - b.seq))
    .toSorted(([a], [b]) => (a?.epoch ?? 0) - (b?.epoch ?? 0))
}

/** What no instance does within an epoch. */
function faultIn(epoch: readonly Link[]): string | null {
  const named = new Map<string, number>()
  for (const [index, link] of epoch.entries()) {
    const before = epoch[index - 1]
    const where = link.epoch === 1 ? '' : ` of epoch ${link.epoch}`
    if (before?.seq === link.seq) return `Two different receipts${where} have the number ${link.seq}.`
    if (before && before.seq + 1 === link.seq && link.prev !== before.hash)
      return `Receipt ${link.seq} does not refer to receipt ${before.seq}.`
    const other = link.prev === null ? undefined : named.get(link.prev)
    if (other !== undefined)
      return `Receipts ${other} and ${link.seq}${where} name the same receipt before them.`
    if (link.prev !== null) named.set(link.prev, link.seq)
  }
  return null
}

/** Receipts of an earlier epoch that came after the backup from which a later epoch was restored. */
function restoreIn(epochs: readonly (readonly Link[])[]): string | null {
  const earlier = new Map<number, Link>()
  let newest: Link | null = null
  for (const epoch of epochs) {
    const first = epoch[0]
    if (first && newest && newest.seq >= first.seq) {
      const twin = earlier.get(first.seq)
      const lost = twin ?? newest
      const [a, b] = [nameOf(lost), nameOf(first)]
      const how =
        twin?.prev === first.prev
          ? `${a} and ${b} both follow receipt ${first.seq - 1}`
          : `${b} follows a backup from before ${a}`
      return `The instance was restored from a backup, so these are not one history: ${how}.`
    }
    for (const link of epoch) {
      earlier.set(link.seq, link)
      if (newest === null || link.seq > newest.seq) newest = link
    }
  }
  return null
}

function countLinks(links: readonly Link[]): number {
  const numbers = new Map(links.map(({ hash, seq }) => [hash, seq]))
  return links.filter(({ prev, seq }) => prev !== null && numbers.get(prev) === seq - 1).length
}

function nameOf({ seq, epoch }: Link): string {
  return `receipt ${seq} of epoch ${epoch}`
}
