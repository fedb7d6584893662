import type { FileReference } from '../../../src-shared/files/file-reference.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import type { FieldInfo } from '../tool/tool-info.ts'
import { decoded, readBytes } from './read-text.ts'

/** Base64, or a data: URL: what a field of bytes takes as it is. */
const WRITTEN_OUT = /^\s*(?:data:[^,]*,)?[\w+/=\s-]*$/

/** A word for a file that the gateway itself can read: its id, the address of a resource, or a path on its machine. */
const OF_THE_GATEWAY = /^@(?:(file_[0-9a-f]{24}|toolgate:\/\/.+)|gateway:(.+))$/s

/** The reference to a file that the gateway reads itself; null for any other word. */
export function fileReferenceIn(word: string): FileReference | null {
  const [, handle, path] = OF_THE_GATEWAY.exec(word) ?? []
  const file = handle ?? path
  return file === undefined ? null : { file }
}

/**
 * The value of a field as text: `@FILE` is what a file holds, `@base64:FILE` its bytes in Base64, `@@text` a text that
 * begins with an at sign. A field that takes Base64 gets the Base64 of a file that is not Base64 itself.
 * @throws UsageError for a file that cannot be read, and for one that is not text
 */
export async function fieldText(word: string, field: FieldInfo): Promise<string> {
  if (word.startsWith('@@')) return word.slice(1)
  if (!word.startsWith('@') || word.length === 1) return word
  const asBytes = word.startsWith('@base64:')
  const name = word.slice(asBytes ? '@base64:'.length : 1)
  const bytes = await readBytes(name, MAX_BODY_BYTES)
  return asBytes ? bytes.toString('base64') : fieldTextOf(bytes, name, field)
}

/** The same for bytes that have been read, from a file or from stdin. */
export function fieldTextOf(bytes: Buffer, name: string, field: FieldInfo): string {
  if (takesBase64(field) && !WRITTEN_OUT.test(bytes.toString('latin1'))) return bytes.toString('base64')
  return decoded(bytes, name, 'utf-8', '@base64:FILE sends the bytes of a file in Base64.')
}

/** Whether a field takes or holds bytes. Schemas have no word for it that all readers know, so descriptions say it. */
export function takesBase64({ description = '' }: Pick<FieldInfo, 'description'>): boolean {
  return /\bas base64\b/i.test(description)
}
