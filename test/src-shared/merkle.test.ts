import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hashFromHex, toHex } from '../../src-shared/hex.ts'
import {
  buildMerkleTree,
  isIncluded,
  leafHashOf,
  pathOf,
  rootOfPath,
  sidesOf,
  type PathStep,
  type Sha256Each,
} from '../../src-shared/merkle.ts'

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
const each: Sha256Each = (messages) => Promise.resolve(messages.map((message) => sha256(message)))
const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const base64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

// The tree of the certificate transparency reference implementation, which transparency-dev/merkle tests with too.
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

interface Vector {
  readonly file: string
  readonly leafIdx: number
  readonly treeSize: number
  readonly root: string
  readonly leafHash: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}

const VECTORS: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../fixtures/merkle/transparency-dev-inclusion.json', import.meta.url), 'utf8'),
)

/** MTH and PATH as RFC 6962, 2.1 and 2.1.1 write them, by recursion. */
function mth(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(bytes('00'), entries[0]!)
  const k = splitOf(entries.length)
  return sha256(bytes('01'), mth(entries.slice(0, k)), mth(entries.slice(k)))
}

function path(m: number, entries: readonly Uint8Array[]): PathStep[] {
  if (entries.length <= 1) return []
  const k = splitOf(entries.length)
  const [left, right] = [entries.slice(0, k), entries.slice(k)]
  return m < k
    ? [...path(m, left), { side: 'right', hash: mth(right) }]
    : [...path(m - k, right), { side: 'left', hash: mth(left) }]
}

function splitOf(n: number): number {
  let k = 1
  while (2 * k < n) k *= 2
  return k
}

describe('the trees of RFC 6962', () => {
  it('hash leaves and nodes with different prefixes, so that a node cannot pass for a leaf', async () => {
    // printf '\x00L123456' | sha256sum and printf '\x01N123N456' | sha256sum, as certificate transparency tests them
    expect(toHex(await leafHashOf(Buffer.from('L123456'), each))).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    )
    const step: PathStep = { side: 'right', hash: Buffer.from('N456') }
    expect(toHex(await rootOfPath(Buffer.from('N123'), [step], each))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    )
  })

  it('have the roots of the reference implementation, from no leaf to eight', async () => {
    const entries = INPUTS.map(bytes)
    for (const [size, root] of ROOTS.entries()) {
      expect(toHex((await buildMerkleTree(entries.slice(0, size), each)).root)).toBe(root)
    }
  })

  it('have the paths that the recursive definition gives, even where a level is odd', async () => {
    for (const size of [1, 2, 3, 5, 6, 7, 8, 9, 13, 31, 33]) {
      const entries = Array.from({ length: size }, (_, i) => Buffer.from(`leaf ${i}`))
      const tree = await buildMerkleTree(entries, each)
      expect(tree.root).toEqual(mth(entries))
      for (let index = 0; index < size; index++) expect(pathOf(tree, index)).toEqual(path(index, entries))
    }
  })

  // draft-ietf-plants-merkle-tree-certs, "Subtree Test Vectors": one hash over every subtree up to 130 leaves.
  it('give the published hash over all subtrees and all their proofs up to 130 leaves', async () => {
    const entries = Array.from({ length: 130 }, (_, i) => Uint8Array.of(i))
    const roots = createHash('sha256')
    const proofs = createHash('sha256')
    for (let end = 0; end <= 130; end++) {
      for (let start = 0; start <= end; start++) {
        if (!isSubtree(start, end)) continue
        const tree = await buildMerkleTree(entries.slice(start, end), each)
        roots.update(`[${start}, ${end}) ${toHex(tree.root)}\n`)
        for (let index = start; index < end; index++) {
          const hashes = pathOf(tree, index - start).map(({ hash }) => ` ${toHex(hash)}`)
          proofs.update(`${index} [${start}, ${end})${hashes.join('')}\n`)
        }
      }
    }
    expect(roots.digest('hex')).toBe('b82806ad4265bb151c1119c0f4db437bb4d1a1f887b3a7fba1cd4ebf552e3e81')
    expect(proofs.digest('hex')).toBe('ac2a8f989e44d99e399db448050ff5f19757df53cfb716aa81015d3955d8163f')
  })

  function isSubtree(start: number, end: number): boolean {
    return start === 0 || start === end || start % 2 ** Math.ceil(Math.log2(end - start)) === 0
  }

  it('prove each of 10,000 leaves, with no more than fourteen steps', async () => {
    const entries = Array.from({ length: 10_000 }, (_, i) => sha256(Buffer.from(String(i))))
    const tree = await buildMerkleTree(entries, each)
    for (const index of [0, 1, 4095, 8191, 8192, 9998, 9999]) {
      const leafHash = await leafHashOf(entries[index]!, each)
      const proof = { index, leafCount: 10_000, path: pathOf(tree, index) }
      expect(proof.path.length).toBeLessThanOrEqual(14)
      expect(await isIncluded(leafHash, proof, tree.root, each)).toBe(true)
    }
  })

  it('come out the same with the hash function of a browser', async () => {
    const inBrowser: Sha256Each = (messages) =>
      Promise.all(
        messages.map(async (message) => {
          return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(message)))
        }),
      )
    const tree = await buildMerkleTree(INPUTS.map(bytes), inBrowser)
    expect(toHex(tree.root)).toBe(ROOTS[8])
  })
})

describe('the inclusion proofs of transparency-dev/merkle', () => {
  it('are all here, good and tampered ones', () => {
    expect(VECTORS.length).toBe(98)
    expect(VECTORS.filter(({ wantErr }) => !wantErr).length).toBe(6)
  })

  it.each(VECTORS)('get the published verdict: $file', async (vector) => {
    const { leafIdx: index, treeSize: leafCount } = vector
    const hashes = (vector.proof ?? []).map(base64)
    // The vectors leave the sides to the position; where there is none, any will do.
    const sides = sidesOf(index, leafCount) ?? []
    const path = hashes.map((hash, i) => ({ side: sides[i] ?? ('left' as const), hash }))
    const inclusion = { index, leafCount, path }
    const verdict = await isIncluded(base64(vector.leafHash), inclusion, base64(vector.root), each)
    expect(verdict).toBe(!vector.wantErr)
  })
})

describe('isIncluded', () => {
  it('refuses a path that leads to the root from another position', async () => {
    const entries = INPUTS.map(bytes)
    const tree = await buildMerkleTree(entries, each)
    const leafHash = await leafHashOf(entries[2]!, each)
    const verdictAt = (index: number, leafCount: number) =>
      isIncluded(leafHash, { index, leafCount, path: pathOf(tree, 2) }, tree.root, each)
    expect(await verdictAt(2, 8)).toBe(true)
    expect(await verdictAt(3, 8)).toBe(false)
    expect(await verdictAt(2, 3)).toBe(false)
    expect(await verdictAt(-1, 8)).toBe(false)
    expect(await verdictAt(0.5, 8)).toBe(false)
  })

  it('counts positions correctly past 32 bits', () => {
    expect(sidesOf(2 ** 40, 2 ** 40 + 1)).toEqual(['left'])
    expect(sidesOf(2 ** 52, 2 ** 53 - 1)?.length).toBe(53)
  })
})

describe('hex', () => {
  it('is read in upper and lower case, and nothing else is', () => {
    expect(toHex(hashFromHex('0fA1'.repeat(16))!)).toBe('0fa1'.repeat(16))
    for (const value of ['', 'ab', 'zz'.repeat(32), ' '.repeat(64), 7, null, ['ab'.repeat(32)]]) {
      expect(hashFromHex(value)).toBeNull()
    }
  })
})
