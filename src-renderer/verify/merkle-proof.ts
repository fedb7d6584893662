import { hashFromHex, toHex } from '../../src-shared/hex.ts'
import {
  isSameHash,
  leafHashOf,
  MAX_MERKLE_STEPS,
  MERKLE_ALGORITHM,
  type MerkleTree,
  pathOf,
  type PathStep,
  rootOfPath,
  sidesOf,
} from '../../src-shared/merkle.ts'
import { sha256Each } from './web-crypto.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** A proof, as `POST /v1/proof/merkle` returns it and `POST /v1/proof/verify` accepts it. */
export interface MerkleProof {
  readonly algorithm: typeof MERKLE_ALGORITHM
  readonly root: string
  readonly leaf_count: number
  readonly proof: {
    readonly index: number
    readonly hash: string
    readonly path: readonly { readonly side: string; readonly hash: string }[]
  }
}

/** The result of checking a proof, with a sentence that explains it. */
export interface ProofVerdict {
  readonly ok: boolean
  readonly text: string
}

/** A step from a leaf to the root: the sibling hash, its side, and the resulting hash. */
export interface ProofStep {
  readonly side: string
  readonly hash: string
  readonly gives: string
}

/** The proof that a tree has this hash at this position. */
export function proofOf(tree: MerkleTree, hashes: readonly string[], index: number): MerkleProof {
  const path = pathOf(tree, index).map(({ side, hash }) => ({ side, hash: toHex(hash) }))
  return {
    algorithm: MERKLE_ALGORITHM,
    root: toHex(tree.root),
    leaf_count: hashes.length,
    proof: { index, hash: hashes[index] ?? '', path },
  }
}

/** The steps of a proof, each with its result. */
export async function stepsOf({ proof }: MerkleProof): Promise<readonly ProofStep[]> {
  let at = await leafHashOf(hashFromHex(proof.hash) ?? new Uint8Array(), sha256Each)
  const steps: ProofStep[] = []
  for (const { side, hash } of proof.path) {
    const step = readStep({ side, hash })
    if (step) at = await rootOfPath(at, [step], sha256Each)
    steps.push({ side, hash, gives: toHex(at) })
  }
  return steps
}

/** Checks a proof by itself, without the tree it came from. */
export async function checkProof(text: string): Promise<ProofVerdict> {
  const read = readProof(text)
  if ('problem' in read) return { ok: false, text: read.problem }
  const { root, hash, path, index, leafCount } = read
  const found = await rootOfPath(await leafHashOf(hash, sha256Each), path, sha256Each)
  if (!isSameHash(found, root))
    return { ok: false, text: `The path leads to the root ${toHex(found)}, not to the root in the proof.` }
  if (leafCount === null)
    return {
      ok: true,
      text: 'The hash is in the tree with this root. Its position was not checked because the proof has no leaf_count.',
    }
  const sides = sidesOf(index, leafCount)?.join()
  return sides === path.map(({ side }) => side).join()
    ? { ok: true, text: `The hash is leaf ${index + 1} of ${leafCount} in the tree with this root.` }
    : {
        ok: false,
        text: `The path leads to the root, but from another position than leaf ${index + 1} of ${leafCount}.`,
      }
}

interface ReadProof {
  readonly root: Uint8Array
  readonly hash: Uint8Array
  readonly path: readonly PathStep[]
  readonly index: number
  readonly leafCount: number | null
}

function readProof(text: string): ReadProof | { readonly problem: string } {
  const document = parsed(text)
  if (!isObject(document)) return { problem: 'The proof must be a JSON object.' }
  const { algorithm, root: rootHex, leaf_count: leafCount = null } = document
  if (algorithm !== undefined && algorithm !== MERKLE_ALGORITHM)
    return { problem: `The algorithm must be ${MERKLE_ALGORITHM}.` }
  // The fields of the proof may also be next to the root, as the gateway's route accepts them.
  const proof = isObject(document['proof']) ? document['proof'] : document
  const { index, hash: hashHex, path: steps } = proof
  const root = hashFromHex(rootHex)
  const hash = hashFromHex(hashHex)
  if (!root) return { problem: 'root must be 64 hexadecimal digits.' }
  if (!hash) return { problem: 'hash must be 64 hexadecimal digits.' }
  if (!isCount(index, 0)) return { problem: 'index must be a whole number of at least 0.' }
  if (leafCount !== null && !isCount(leafCount, 1))
    return { problem: 'leaf_count must be a whole number of at least 1.' }
  if (!Array.isArray(steps) || steps.length > MAX_MERKLE_STEPS)
    return { problem: `path must be a list of at most ${MAX_MERKLE_STEPS} steps.` }
  const path = steps.flatMap((step: unknown) => readStep(step) ?? [])
  if (path.length !== steps.length)
    return {
      problem: 'Each step of path must be {"side": "left" or "right", "hash": 64 hexadecimal digits}.',
    }
  return { root, hash, path, index, leafCount }
}

function readStep(value: unknown): PathStep | null {
  if (!isObject(value)) return null
  const hash = hashFromHex(value['hash'])
  const { side } = value
  return hash && (side === 'left' || side === 'right') ? { side, hash } : null
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // Reported as not being a proof.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
