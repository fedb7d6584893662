import { type Ref, ref, shallowRef, watch } from 'vue'
import { hashFromHex } from '../../src-shared/hex.ts'
import { buildMerkleTree, MAX_MERKLE_LEAVES, type MerkleTree } from '../../src-shared/merkle.ts'
import { sha256Each } from './web-crypto.ts'

/** The Merkle tree over these hashes, built again when they change; none while they are null. */
export function createBuiltTree(leaves: Readonly<Ref<readonly string[] | null>>) {
  const tree = shallowRef<MerkleTree | null>(null)
  const builtMs = ref(0)

  watch(leaves, async (hashes) => {
    tree.value = null
    if (!hashes || hashes.length === 0 || hashes.length > MAX_MERKLE_LEAVES) return
    const since = performance.now()
    const built = await buildMerkleTree(
      hashes.flatMap((hash) => hashFromHex(hash) ?? []),
      sha256Each,
    )
    // Other hashes came while this tree was being built.
    if (hashes !== leaves.value) return
    builtMs.value = performance.now() - since
    tree.value = built
  })

  return { tree, builtMs }
}
