/** The name of this gateway's proofs: the trees of RFC 6962, 2.1, over SHA-256. */
export const MERKLE_ALGORITHM = 'rfc6962-sha256'

/** The most hashes in one request. */
export const MAX_MERKLE_LEAVES = 10_000

/** The most steps of a path; a tree of 2^53 leaves, the most that a JSON number can count, needs no more. */
export const MAX_MERKLE_STEPS = 53

/**
 * Hashes each message with SHA-256. It gets many at once, so that a server can do other work in between and a page
 * can pass them all to WebCrypto.
 */
export type Sha256Each = (messages: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>

export type Side = 'left' | 'right'

/** One step of an inclusion proof: the hash to join with, and on which side it goes. */
export interface PathStep {
  readonly side: Side
  readonly hash: Uint8Array
}

/** The claimed position of a leaf, and the hashes from there to the root. */
export interface Inclusion {
  readonly index: number
  readonly leafCount: number
  readonly path: readonly PathStep[]
}

/** A whole tree; `levels` go from the leaves' hashes up to the root's own level. */
export interface MerkleTree {
  readonly levels: readonly (readonly Uint8Array[])[]
  readonly root: Uint8Array
}

const MESSAGES_AT_ONCE = 256
const HASH_BYTES = 32
// Different first bytes keep a node from passing for a leaf (RFC 6962, 2.1).
const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/**
 * Builds the tree over these entries (RFC 6962, 2.1). A level's odd last hash moves up as it is, which gives the same
 * tree as splitting at the largest power of two.
 */
export async function buildMerkleTree(
  entries: readonly Uint8Array[],
  sha256: Sha256Each,
): Promise<MerkleTree> {
  let level = await hashAll(entries.length, (i) => leafMessage(entries[i]!), sha256)
  const levels = [level]
  while (level.length > 1) {
    const below = level
    level = await hashAll(below.length >> 1, (i) => nodeMessage(below[2 * i]!, below[2 * i + 1]!), sha256)
    if (below.length % 2 === 1) level.push(below.at(-1)!)
    levels.push(level)
  }
  // The root of the empty tree is the hash of no bytes.
  const root = level[0] ?? (await hashOne(new Uint8Array(), sha256))
  return { levels, root }
}

/** The inclusion proof of one entry, from the leaf to the root (RFC 6962, 2.1.1). */
export function pathOf(tree: MerkleTree, index: number): PathStep[] {
  const path: PathStep[] = []
  let at = index
  for (const level of tree.levels) {
    const hash = level[siblingOf(at)]
    if (hash) path.push({ side: sideOf(siblingOf(at)), hash })
    at >>= 1
  }
  return path
}

/** The index, within its level, of the hash that this one is joined with. */
export function siblingOf(index: number): number {
  return index % 2 === 0 ? index + 1 : index - 1
}

/** The side of its sibling that the hash at this index is on. */
export function sideOf(index: number): Side {
  return index % 2 === 0 ? 'left' : 'right'
}

/** The leaf hash of an entry. */
export async function leafHashOf(entry: Uint8Array, sha256: Sha256Each): Promise<Uint8Array> {
  return await hashOne(leafMessage(entry), sha256)
}

/** The root that a path computes from a leaf's hash. */
export async function rootOfPath(
  leafHash: Uint8Array,
  path: readonly PathStep[],
  sha256: Sha256Each,
): Promise<Uint8Array> {
  let hash = leafHash
  for (const step of path) {
    const message = step.side === 'left' ? nodeMessage(step.hash, hash) : nodeMessage(hash, step.hash)
    hash = await hashOne(message, sha256)
  }
  return hash
}

/**
 * The sides in the path of this position in a tree of this size; null for a position outside it. A path with other
 * sides may lead to the same root, but proves another position.
 */
export function sidesOf(index: number, leafCount: number): Side[] | null {
  const isPosition = Number.isSafeInteger(index) && Number.isSafeInteger(leafCount) && index >= 0
  if (!isPosition || index >= leafCount) return null
  const sides: Side[] = []
  let at = index
  let last = leafCount - 1
  while (last > 0) {
    if (siblingOf(at) <= last) sides.push(sideOf(siblingOf(at)))
    // No bitwise shift: it would cut an index down to 32 bits.
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return sides
}

/** Whether the path proves that the tree with this root has the leaf at exactly this position. */
export async function isIncluded(
  leafHash: Uint8Array,
  { index, leafCount, path }: Inclusion,
  root: Uint8Array,
  sha256: Sha256Each,
): Promise<boolean> {
  const sides = sidesOf(index, leafCount)
  const fits = sides?.length === path.length && path.every(({ side }, i) => side === sides[i])
  const areHashes = [leafHash, root, ...path.map(({ hash }) => hash)].every(
    (hash) => hash.length === HASH_BYTES,
  )
  return fits && areHashes && isSameHash(await rootOfPath(leafHash, path, sha256), root)
}

/** Whether two hashes are the same bytes. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

function leafMessage(entry: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + entry.length)
  message[0] = LEAF_PREFIX
  message.set(entry, 1)
  return message
}

function nodeMessage(left: Uint8Array, right: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length)
  message[0] = NODE_PREFIX
  message.set(left, 1)
  message.set(right, 1 + left.length)
  return message
}

// Messages are built where they are hashed, so that a large level is never in memory twice.
async function hashAll(
  count: number,
  messageAt: (index: number) => Uint8Array,
  sha256: Sha256Each,
): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = []
  for (let from = 0; from < count; from += MESSAGES_AT_ONCE) {
    const size = Math.min(MESSAGES_AT_ONCE, count - from)
    const messages = Array.from({ length: size }, (_, i) => messageAt(from + i))
    hashes.push(...(await sha256(messages)))
  }
  return hashes
}

async function hashOne(message: Uint8Array, sha256: Sha256Each): Promise<Uint8Array> {
  const [hash] = await sha256([message])
  if (!hash) throw new Error('The hash function got a message and returned no hash')
  return hash
}
