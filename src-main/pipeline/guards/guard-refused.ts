import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { GuardRefusal } from '../../guards/look-through.ts'
import type { RegisteredTool } from '../../registry/registry.ts'

/** A result that its caller does not get: end-call.ts decides who pays for it. */
export class ResultWithheld extends GatewayError {}

/** The refusal of a call for what it sends. */
export function argumentsRefused({ guard, what, path }: GuardRefusal): GatewayError {
  return new GatewayError(
    'guard_refused',
    `The guard "${guard}" of this key refuses the call: it found ${what} in ${path}. The call did not run and cost ` +
      'nothing.',
    { issues: [{ path, message: `The guard "${guard}" found ${what} here` }] },
  )
}

/** The refusal of a call that nobody could look through. */
export function argumentsNotSeen(path: string, why: string, options?: ErrorOptions): GatewayError {
  return new GatewayError(
    'guard_refused',
    `The guards of this key could not look through ${path === '' ? 'the call' : path}: ${why}. It did not run and ` +
      'cost nothing.',
    { issues: [{ path, message: `Nobody could look through it: ${why}` }] },
    options,
  )
}

/** A result that a guard does not let through. */
export function resultRefused({ guard, what, path }: GuardRefusal, tool: RegisteredTool): ResultWithheld {
  return withheld(
    `The guard "${guard}" of this key withholds the result: it found ${what} in ${path}`,
    [{ path, message: `The guard "${guard}" found ${what} here` }],
    tool,
  )
}

/** A result that nobody could look through. */
export function resultNotSeen(tool: RegisteredTool, options?: ErrorOptions): ResultWithheld {
  return withheld(
    'The guards of this key could not look through the whole result in time, so it is withheld',
    [],
    tool,
    options,
  )
}

/** The same refusal of a call that is charged. */
export function chargedAsWithheld({ message, details }: ResultWithheld, credits: number): GatewayError {
  return new GatewayError(
    'guard_refused',
    message.replace(FREE, `It was charged ${counted(credits, 'credit')}, since it had reached outside.`),
    { ...details, credits_used: credits },
  )
}

const FREE = 'Nothing was charged.'

function withheld(
  said: string,
  issues: readonly { readonly path: string; readonly message: string }[],
  { definition }: RegisteredTool,
  options?: ErrorOptions,
): ResultWithheld {
  return new ResultWithheld(
    'guard_refused',
    `${said}. The call has run. ${FREE}`,
    // A repetition of a call that has acted must not act again by itself.
    { issues, ...(definition.sideEffects === true ? { outcome: 'unknown' as const } : {}) },
    options,
  )
}
