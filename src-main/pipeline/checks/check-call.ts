import { LARGE_CALL_CHARS } from '../../../src-shared/limits.ts'
import type { InvalidFields } from '../../registry/check-input.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { CheckedFields, LargeFields } from '../../workers/worker-messages.ts'
import type { Call } from '../call.ts'
import { LargeInput, SmallInput, type CheckedInput } from './checked-input.ts'
import { leftError } from '../end-call.ts'
import { isLongerThan } from '../turns/json-size.ts'
import { runInWorker } from '../run/run-in-worker.ts'
import { ownNamesFor } from './read-call.ts'
import type { Services } from '../services.ts'
import { giveWay } from '../turns/turns.ts'
import { invalidInput, validateInput } from './validate-input.ts'
import { writeInTurns } from '../turns/write-in-turns.ts'

/** What a check needs to know of a call. */
export type UncheckedCall = Pick<
  Call,
  'account' | 'fields' | 'bodyText' | 'requestId' | 'caller' | 'observer'
>

/** A large call after its check: its fields as they were sent, and what a worker found out about them. */
export type LargeCheck = { readonly sent: LargeFields } & CheckedFields

/**
 * Whether a call's fields are so long that reading them could hold up other calls. Then they are
 * checked with `checkLarge`, and otherwise at once.
 */
export function isLarge({ fields, bodyText }: Pick<Call, 'fields' | 'bodyText'>): boolean {
  return bodyText === undefined
    ? isLongerThan(fields, LARGE_CALL_CHARS)
    : bodyText.length > LARGE_CALL_CHARS
}

/**
 * Checks the fields of a large call in a worker.
 * @throws GatewayError handler_error when that takes too much time or memory; overloaded; caller_left
 */
export async function checkLarge(
  tool: RegisteredTool,
  call: UncheckedCall,
  services: Services,
): Promise<LargeCheck> {
  await giveWay()
  const sent = await sentFields(call, tool)
  try {
    const checked = await runInWorker(call, tool, { part: 'check', input: sent }, services)
    // tool-thread.ts answers `check` with this type.
    return { sent, ...(checked as CheckedFields) }
  } catch (error) {
    throw call.caller.gone() ? leftError(null, { cause: error }) : error
  }
}

/**
 * The input of a large call.
 * @throws GatewayError validation_error naming every problem
 */
export function toLargeInput(
  tool: RegisteredTool,
  { fields }: Pick<Call, 'fields'>,
  checked: LargeCheck,
): CheckedInput {
  if (!checked.valid) throw refusalOf(tool, checked)
  return new LargeInput(tool, checked, () => validateInput(tool, fields))
}

/** The input of a call that is not large. @throws GatewayError validation_error naming every problem */
export function toSmallInput(tool: RegisteredTool, { fields }: Pick<Call, 'fields'>): CheckedInput {
  return new SmallInput(tool, validateInput(tool, fields))
}

// A body goes to the worker as it came, so that it is not written again.
async function sentFields({ fields, bodyText }: UncheckedCall, tool: RegisteredTool): Promise<LargeFields> {
  return bodyText === undefined
    ? { json: await writeInTurns(fields) }
    : { json: bodyText, except: ownNamesFor([...tool.fields]) }
}

function refusalOf(tool: RegisteredTool, { issues, missing }: InvalidFields) {
  return invalidInput(tool, issues, missing)
}
