import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { Guard } from '../../src-shared/rules/guard.ts'
import { lookThrough, type GuardRefusal } from './look-through.ts'

/** A JSON object to look through. A type, so that it is also a record. */
export type GuardTask = {
  readonly json: string
  readonly guards: readonly Guard[]
  /** Its outermost names that the tool has declared. */
  readonly known: readonly string[]
  /** Whether it is written in canonical JSON again, as answers are. */
  readonly canonical: boolean
}

/** What guards have found in it. */
export interface LookedJson {
  /** The object with labels in place of what was found; null when nothing was. */
  readonly json: string | null
  readonly places: number
  readonly refusal: GuardRefusal | null
}

/** Looks through a JSON object; what is found in `_engine`, which the gateway writes itself, does not count. */
export async function lookThroughJson({ json, guards, known, canonical }: GuardTask): Promise<LookedJson> {
  // The gateway has read an object from this text, or written it from one.
  const { _engine: engine, ...whole } = parseJson(json) as Record<string, unknown>
  const { value, places, refusal } = await lookThrough(whole, guards, new Set(known))
  if (places === 0) return { json: null, places, refusal: null }
  // An object stays one.
  const masked = { ...(value as object), ...(engine === undefined ? {} : { _engine: engine }) }
  return { json: canonical ? canonicalJson(masked) : JSON.stringify(masked), places, refusal }
}
