/** What a command's exit code means; the MCP Inspector's codes where both have one. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** No key, a wrong key, or a key without permission. */
  auth: 3,
  unreachable: 4,
  /** The tool refused its input or failed. */
  tool: 5,
  credits: 6,
  rateLimited: 7,
  /** There is no tool, job, entry or whatever else of that name. */
  notFound: 8,
  /** Ended by Ctrl-C, as shells count it: 128 and the signal's number. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Each code in the words of the help. */
export const EXIT_WORDS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'Done'],
  [EXIT.failed, 'Failed, or a check found something wrong'],
  [EXIT.usage, 'The command line is not valid'],
  [EXIT.auth, 'No key, a wrong key, or a key that may not do this'],
  [EXIT.unreachable, 'No gateway answers, or a provider does not'],
  [EXIT.tool, 'The tool refused its input or failed'],
  [EXIT.credits, 'Not enough credits'],
  [EXIT.rateLimited, 'Too many requests'],
  [EXIT.notFound, 'What the command names does not exist'],
  [EXIT.interrupted, 'Ended by Ctrl-C'],
]

const NAMES: Readonly<Partial<Record<ExitCode, string>>> = {
  [EXIT.usage]: 'usage_error',
  [EXIT.unreachable]: 'unreachable',
  [EXIT.notFound]: 'not_found',
}

/** An exit code as the `code` of an error document. */
export function errorNameOf(code: ExitCode): string {
  return NAMES[code] ?? 'failed'
}

const BY_ERROR: Readonly<Record<string, ExitCode>> = {
  auth_required: EXIT.auth,
  invalid_key: EXIT.auth,
  forbidden: EXIT.auth,
  scope_denied: EXIT.auth,
  validation_error: EXIT.tool,
  api_not_found: EXIT.notFound,
  not_found: EXIT.notFound,
  handler_error: EXIT.tool,
  out_of_time: EXIT.tool,
  tool_changed: EXIT.tool,
  outcome_unknown: EXIT.tool,
  guard_refused: EXIT.tool,
  insufficient_credits: EXIT.credits,
  rate_limited: EXIT.rateLimited,
}

/** The exit code for an error of the gateway's table. */
export function exitCodeOf(errorCode: string): ExitCode {
  return BY_ERROR[errorCode] ?? EXIT.failed
}

/** A command that failed: the message says why, and the exit code tells a script. */
export class CommandFailed extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}
