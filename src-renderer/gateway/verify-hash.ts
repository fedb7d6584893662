import { canonicalJson } from '../../src-shared/canonical-json.ts'

/** The lower-case hex SHA-256 of a value's canonical JSON, to compare with `output_hash`. */
export async function hashOf(value: unknown, subtle: SubtleCrypto = crypto.subtle): Promise<string> {
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
