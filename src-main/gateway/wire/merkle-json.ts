import { createHash } from 'node:crypto'
import { MERKLE_ALGORITHM, sideOf, siblingOf, type MerkleTree } from '../../../src-shared/merkle.ts'
import type { TimeSlices } from '../request/time-slices.ts'

/** A JSON text as bytes, and its SHA-256. */
export interface HashedJson {
  readonly bytes: Buffer
  readonly hash: string
}

const PROOFS_AT_ONCE = 250

/**
 * Writes the answer of POST /v1/proof/merkle. Ten thousand proofs are 13 MB of JSON, too much for a generic writer:
 * each hash is written once, and the proofs are joined from these pieces. Members are in canonical order, as in
 * every answer without tool data.
 */
export async function merkleJson(
  tree: MerkleTree,
  hashes: readonly Uint8Array[],
  slices: TimeSlices,
): Promise<HashedJson> {
  const out = new HashedWriter()
  const root = Buffer.from(tree.root).toString('hex')
  out.write(`{"algorithm":"${MERKLE_ALGORITHM}","leaf_count":${hashes.length},"ok":true,"proofs":[`)
  const steps = await stepsOf(tree, slices)
  for (let from = 0; from < hashes.length; from += PROOFS_AT_ONCE) {
    await slices.turn()
    const batch = hashes.slice(from, from + PROOFS_AT_ONCE)
    const proofs = batch.map((hash, i) => proofJson(hash, from + i, steps)).join(',')
    out.write(from === 0 ? proofs : `,${proofs}`)
  }
  await slices.turn()
  out.write(`],"root":"${root}"}`)
  const json = out.end()
  await slices.turn()
  return json
}

/** Each hash of the tree as a step of a path, level by level. */
async function stepsOf({ levels }: MerkleTree, slices: TimeSlices): Promise<string[][]> {
  const steps: string[][] = []
  for (const level of levels) {
    await slices.turn()
    steps.push(level.map((hash, at) => `{"hash":"${toHex(hash)}","side":"${sideOf(at)}"}`))
  }
  return steps
}

function proofJson(hash: Uint8Array, index: number, steps: readonly (readonly string[])[]): string {
  const path: string[] = []
  let at = index
  for (const level of steps) {
    const step = level[siblingOf(at)]
    if (step !== undefined) path.push(step)
    at >>= 1
  }
  return `{"hash":"${toHex(hash)}","index":${index},"path":[${path.join(',')}]}`
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex')
}

/** Collects ASCII text as bytes and hashes it as it is written. */
class HashedWriter {
  readonly #chunks: Buffer[] = []
  readonly #hash = createHash('sha256')

  write(text: string): void {
    const chunk = Buffer.from(text, 'latin1')
    this.#hash.update(chunk)
    this.#chunks.push(chunk)
  }

  end(): HashedJson {
    return { bytes: Buffer.concat(this.#chunks), hash: this.#hash.digest('hex') }
  }
}
