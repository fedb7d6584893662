import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import { hashFromHex } from '../../../src-shared/hex.ts'
import { MAX_ISSUES } from '../../../src-shared/limits.ts'
import { MAX_MERKLE_LEAVES } from '../../../src-shared/merkle.ts'
import type { TimeSlices } from '../request/time-slices.ts'

const HASHES_AT_ONCE = 500
const FIELDS = new Set(['hashes', 'data'])

/**
 * Reads the leaves of a tree: `hashes`, or `data`, whose values are hashed as canonical JSON.
 * @throws GatewayError validation_error
 */
export async function readLeaves(
  body: Readonly<Record<string, unknown>>,
  slices: TimeSlices,
): Promise<Uint8Array[]> {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name))
  if (unknown !== undefined) refuse([{ path: unknown.slice(0, 80), message: 'Unknown field; remove it' }])
  const { hashes, data } = body
  if ((hashes === undefined) === (data === undefined)) {
    const message = 'Send either hashes, a list of 64 hex digits each, or data, a list of any values'
    refuse([{ path: 'hashes', message }], data === undefined ? ['hashes'] : [])
  }
  return hashes === undefined
    ? await hashValues(listOf(data, 'data'), slices)
    : await readHashes(listOf(hashes, 'hashes'), slices)
}

function listOf(value: unknown, path: string): readonly unknown[] {
  const fits = Array.isArray(value) && value.length >= 1 && value.length <= MAX_MERKLE_LEAVES
  if (!fits) refuse([{ path, message: `must be a list of 1 to ${MAX_MERKLE_LEAVES} items` }])
  return value
}

async function readHashes(values: readonly unknown[], slices: TimeSlices): Promise<Uint8Array[]> {
  const leaves: Uint8Array[] = []
  const issues: Issue[] = []
  for (const [index, value] of values.entries()) {
    if (index % HASHES_AT_ONCE === 0) await slices.turn()
    const leaf = hashFromHex(value)
    if (leaf) leaves.push(leaf)
    else issues.push({ path: `hashes.${index}`, message: 'A SHA-256 hash must be a text of 64 hex digits' })
    if (issues.length >= MAX_ISSUES) break
  }
  if (issues.length > 0) refuse(issues)
  return leaves
}

async function hashValues(values: readonly unknown[], slices: TimeSlices): Promise<Uint8Array[]> {
  const leaves: Uint8Array[] = []
  for (const value of values) {
    await slices.turn()
    leaves.push(hash('sha256', canonicalJson(value), 'buffer'))
  }
  return leaves
}

function refuse(issues: readonly Issue[], missing: readonly string[] = []): never {
  const [first] = issues
  const summary = first ? `${first.path}: ${first.message}.` : 'The body is not valid.'
  throw new GatewayError('validation_error', summary, { issues, missing_fields: missing })
}
