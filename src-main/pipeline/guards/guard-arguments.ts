import { parseJson } from '../../../src-shared/parse-json.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { isBytes } from '../../guards/base64-text.ts'
import { placeFields } from '../../registry/check-input.ts'
import type { Call } from '../call.ts'
import type { AdmittedCall } from '../checks/admit-call.ts'
import { leftError } from '../end-call.ts'
import type { Services } from '../services.ts'
import { writeInTurns } from '../turns/write-in-turns.ts'
import { argumentsNotSeen, argumentsRefused } from './guard-refused.ts'
import { guardsOn } from './guards-on.ts'
import { look, NotLookedThrough } from './look.ts'

/** What the guards of a key need to know of a call. */
export type GuardedCall = Pick<
  Call,
  'account' | 'fields' | 'bodyText' | 'requestId' | 'caller' | 'redacted'
>

/** A call after the guards of its key have looked at what it sends. */
export interface Guarded<C> {
  /** The call with labels in place of what they found: for a refused call, so that it can be recorded. */
  readonly call: C
  readonly refusal: GatewayError | null
}

/**
 * Looks through the fields of a call, with the contents of its files and the presets of its toolset.
 * @returns the call itself when its key has no guards for arguments, and when they found nothing
 * @throws GatewayError caller_left, overloaded
 */
export async function guardArguments<C extends GuardedCall>(
  { call, tool, ruled }: AdmittedCall<C>,
  services: Services,
): Promise<Guarded<C>> {
  const guards = guardsOn('arguments', ruled)
  if (guards.length === 0) return { call, refusal: null }
  const placed = placeFields(tool, call.fields)
  for (const [field, form] of Object.entries(tool.fileFields)) {
    const value = placed[field]
    if (form === 'base64' && typeof value === 'string' && isBytes(value))
      return {
        call: withFields(call, { [field]: '[BYTES]' }, 0),
        refusal: argumentsNotSeen(field, 'it has bytes that are not UTF-8 text'),
      }
  }
  const task = {
    json: await writeInTurns(call.fields),
    guards,
    known: [...tool.fields],
    canonical: false,
  }
  const looked = await look(task, call, tool.slug, services).catch((error: unknown) => {
    if (call.caller.gone()) throw leftError(null, { cause: error })
    // No worker was free, which passes.
    if (error instanceof NotLookedThrough && error.cause instanceof GatewayError) throw error.cause
    return { error }
  })
  if ('error' in looked) {
    const refusal = argumentsNotSeen('', 'it takes too long; send it in parts', { cause: looked.error })
    return { call: withFields(call, {}, 0), refusal }
  }
  if (looked.json === null) return { call, refusal: null }
  // It was written from an object.
  const fields = parseJson(looked.json) as Record<string, unknown>
  const refusal = looked.refusal && argumentsRefused(looked.refusal)
  return { call: withFields(call, fields, looked.places), refusal }
}

function withFields<C extends GuardedCall>(call: C, fields: GuardedCall['fields'], places: number): C {
  const { bodyText: _sent, redacted = 0, ...rest } = call
  // Everything but the fields, the text of the body and the count is as it was.
  return { ...rest, fields, redacted: redacted + places } as unknown as C
}
