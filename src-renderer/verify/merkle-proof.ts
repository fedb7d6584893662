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

/** One proof, as `POST /v1/proof/merkle` gives it and `POST /v1/proof/verify` takes it. */
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

/** What a check of a proof came to, in a sentence. */
export interface ProofVerdict {
  readonly ok: boolean
  readonly text: string
}

/** One step from a leaf to the root: what is joined, on which side, and what comes out. */
export interface ProofStep {
  readonly side: string
  readonly hash: string
  readonly gives: string
}

/** The proof that a tree holds this hash at this position. */
export function proofOf(tree: MerkleTree, hashes: readonly string[], index: number): MerkleProof {
  const path = pathOf(tree, index).map(({ side, hash }) => ({ side, hash: toHex(hash) }))
  return {
    algorithm: MERKLE_ALGORITHM,
    root: toHex(tree.root),
    leaf_count: hashes.length,
    proof: { index, hash: hashes[index] ?? '', path },
  }
}

/** The steps of a proof with what each of them gives. */
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

/** Checks a proof from elsewhere, with nothing but what it holds. */
export async function checkProof(text: string): Promise<ProofVerdict> {
  const read = readProof(text)
  if ('problem' in read) return { ok: false, text: read.problem }
  const { root, hash, path, index, leafCount } = read
  const found = await rootOfPath(await leafHashOf(hash, sha256Each), path, sha256Each)
  if (!isSameHash(found, root))
    return { ok: false, text: `The path leads to the root ${toHex(found)}, not to the one that is named.` }
  if (leafCount === null)
    return {
      ok: true,
      text: 'The hash is in the tree with this root. Where it stands is not checked: the proof names no leaf_count.',
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
  if (!isObject(document)) return { problem: 'This is not JSON, or no object.' }
  const { algorithm, root: rootHex, leaf_count: leafCount = null } = document
  if (algorithm !== undefined && algorithm !== MERKLE_ALGORITHM)
    return { problem: `The algorithm has to be ${MERKLE_ALGORITHM}.` }
  // The fields of the proof may stand beside the root, as the gateway's own route takes them.
  const proof = isObject(document['proof']) ? document['proof'] : document
  const { index, hash: hashHex, path: steps } = proof
  const root = hashFromHex(rootHex)
  const hash = hashFromHex(hashHex)
  if (!root) return { problem: 'root has to be 64 hexadecimal digits.' }
  if (!hash) return { problem: 'hash has to be 64 hexadecimal digits.' }
  if (!isCount(index, 0)) return { problem: 'index has to be a whole number from 0.' }
  if (leafCount !== null && !isCount(leafCount, 1))
    return { problem: 'leaf_count has to be a whole number from 1.' }
  if (!Array.isArray(steps) || steps.length > MAX_MERKLE_STEPS)
    return { problem: `path has to be a list of at most ${MAX_MERKLE_STEPS} steps.` }
  const path = steps.flatMap((step: unknown) => readStep(step) ?? [])
  if (path.length !== steps.length)
    return { problem: 'Each step of path is {"side": "left" or "right", "hash": 64 hexadecimal digits}.' }
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
    return undefined // Reported as a text that is no proof.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
