import { gunzipSync, gzipSync } from 'node:zlib'
import { parseJson } from '../../src-shared/parse-json.ts'
import { hashOf } from './definition-hash.ts'
import type { Definition, SourceToolFacts } from './source.ts'
import { factsOf } from './tool-facts.ts'

/** A definition that was just listed, as it is stored, with what stands for it. */
export interface SeenDefinition {
  readonly name: string
  /** Its JSON in gzip. */
  readonly packed: Buffer
  readonly hash: string
  readonly facts: SourceToolFacts
  /** Whether it is certain that a call only reads, or not; absent where nothing is known of that. */
  readonly isSafe?: boolean | undefined
}

/** A definition as it is stored. */
export function toSeen(definition: Definition): SeenDefinition {
  const { name, annotations, request, script, command } = definition
  return {
    name,
    packed: gzipSync(JSON.stringify(definition)),
    hash: hashOf(definition),
    facts: factsOf(definition),
    // RFC 9110, 9.2.1.
    ...(request ? { isSafe: ['GET', 'HEAD', 'OPTIONS'].includes(request.method) } : {}),
    ...(script ? { isSafe: script.isPure } : {}),
    // Its owner has written it.
    ...(command ? { isSafe: annotations?.readOnlyHint === true } : {}),
  }
}

/** The definition that was stored. */
export function unpacked(packed: Uint8Array): Definition {
  // Only toSeen() makes it.
  return parseJson(gunzipSync(packed).toString('utf8')) as Definition
}
