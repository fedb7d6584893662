import type { Mutation } from './mutation.ts'

const CANONICAL = 'src-shared/canonical-json.ts'
const MERKLE = 'src-shared/merkle.ts'
const CANONICAL_TESTS = ['test/src-shared/canonical-json.test.ts']
const MERKLE_TESTS = ['test/src-shared/merkle.test.ts']
const RECEIPT_TESTS = [
  'test/src-main/receipts/receipt-book.test.ts',
  'test/src-main/receipts/receipts.test.ts',
]

/** Changes to what a stranger can check: canonical texts, trees and receipts. */
export const PROOFS: readonly Mutation[] = [
  {
    id: 'can-2',
    file: CANONICAL,
    find: 'const name = `${canonicalString(key)}:`',
    replace: 'const name = `${JSON.stringify(key)}:`',
    why: 'A lone surrogate in the name of a member is hashed.',
    tests: CANONICAL_TESTS,
  },
  {
    id: 'can-3',
    file: CANONICAL,
    find: '    if (member === undefined) continue\n',
    replace: '',
    why: 'A property without a value is refused instead of left out.',
    tests: CANONICAL_TESTS,
  },
  {
    id: 'can-4',
    file: CANONICAL,
    find: 'if (!Number.isFinite(value))',
    replace: 'if (Number.isNaN(value))',
    why: 'An infinite number is written, which JSON cannot hold.',
    tests: CANONICAL_TESTS,
  },
  {
    id: 'can-5',
    file: CANONICAL,
    find: 'keys[at - 1]! > key; at--',
    replace: 'keys[at - 1]! >= key; at--',
    why: 'Equal names change places.',
    tests: CANONICAL_TESTS,
    equivalent: 'An object never has two own keys of the same name.',
  },
  {
    id: 'mer-1',
    file: MERKLE,
    find: 'const NODE_PREFIX = 0x01',
    replace: 'const NODE_PREFIX = 0x00',
    why: 'A node passes for a leaf.',
    tests: MERKLE_TESTS,
  },
  {
    id: 'mer-2',
    file: MERKLE,
    find: 'sides?.length === path.length && path.every',
    replace: 'path.every',
    why: 'A path that is too short proves an inner node as a leaf.',
    tests: MERKLE_TESTS,
  },
  {
    id: 'mer-3',
    file: MERKLE,
    find: 'if (!isPosition || index >= leafCount) return null',
    replace: 'if (!isPosition || index > leafCount) return null',
    why: 'A position just behind the tree is proved.',
    tests: MERKLE_TESTS,
  },
  {
    id: 'mer-4',
    file: MERKLE,
    find: '(hash) => hash.length === HASH_BYTES,',
    replace: '() => true,',
    why: 'A leaf and a hash of other lengths join to the message of a node.',
    tests: MERKLE_TESTS,
  },
  {
    id: 'rec-1',
    file: 'src-main/receipts/receipt-book.ts',
    find: 'credits: earlier ? 0 : call.credits,',
    replace: 'credits: call.credits,',
    why: 'Two receipts claim the credits of one charge.',
    tests: RECEIPT_TESTS,
  },
  {
    id: 'rec-2',
    file: 'src-main/receipts/check-receipt.ts',
    find: 'if (named.keyId !== receipt.key_id) {',
    replace: 'if (receipt.key_id === undefined) {',
    why: 'A receipt may name a key that did not sign it.',
    tests: RECEIPT_TESTS,
  },
  {
    id: 'rec-3',
    file: 'src-main/receipts/verify-receipts.ts',
    find: "  if (statement.prev !== prev) return 'it does not refer to the receipt before it.'\n",
    replace: '',
    why: 'A receipt that was taken out of the chain is not missed.',
    tests: RECEIPT_TESTS,
  },
  {
    id: 'rec-4',
    file: 'src-main/receipts/verify-receipts.ts',
    find: 'if (row.seq !== seq || statement.seq !== seq)',
    replace: 'if (row.seq !== seq)',
    why: 'A receipt may state a number that is not its place.',
    tests: RECEIPT_TESTS,
  },
  {
    id: 'mer-5',
    file: MERKLE,
    find: 'at = Math.floor(at / 2)',
    replace: 'at = at >> 1',
    why: 'Positions past 32 bits are cut down.',
    tests: MERKLE_TESTS,
  },
  {
    id: 'rec-5',
    file: 'src-main/receipts/check-receipt.ts',
    find: 'if (trusted && trusted.keyId !== named.keyId) {',
    replace: 'if (trusted && named === null) {',
    why: 'A receipt of another instance passes for one of this.',
    tests: RECEIPT_TESTS,
  },
  {
    id: 'rec-6',
    file: 'src-main/receipts/receipt-book.ts',
    find: '    if (earlier?.statement.output_hash === call.output_hash) return earlier\n',
    replace: '',
    why: 'A repeated charge gets a second receipt.',
    tests: RECEIPT_TESTS,
  },
]
