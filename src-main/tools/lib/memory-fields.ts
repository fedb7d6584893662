import { z } from 'zod'
import { MAX_SESSION_ID_CHARS } from '../../../src-shared/limits.ts'
import { jsonProblemOf } from './sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from './well-formed-text.ts'

const MAX_VALUE_BYTES = 1024 * 1024
const MAX_TTL_SECONDS = 10 * 366 * 24 * 3600
/** The namespace of session memory that the kv tools read and write. */
export const KV_NAMESPACE = 'kv'

/** The name of an entry. */
export function keyField(): z.ZodString {
  return wellFormedText(200).min(1)
}

/** The namespace of an entry. */
export function namespaceField(): z.ZodString {
  return wellFormedText(MAX_SESSION_ID_CHARS).min(1)
}

/** The tags of an entry. */
export function tagsField(): z.ZodArray<z.ZodString> {
  return z.array(wellFormedText(64).min(1)).max(32)
}

/** A JSON value that must be present. */
export function valueField(): z.ZodUnknown {
  return z.unknown().refine((value) => value !== undefined, 'Send a value; null is a value too')
}

/** Seconds until something expires. */
export function ttlField(): z.ZodInt {
  return z.int().min(1).max(MAX_TTL_SECONDS)
}

/**
 * Checks that a value can be returned as JSON.
 * @throws InvalidInput for `path` when it cannot, or takes more than 1 MiB
 */
export function checkStorable(value: unknown, path = 'value'): void {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES)
    throw new InvalidInput(path, 'The value is longer than 1 MiB as JSON; store it in parts')
  const problem = jsonProblemOf(value)
  if (problem) throw new InvalidInput(path, `The value could not be returned as JSON: ${problem}`)
}
