import { GatewayError } from '../../../src-shared/errors.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { Refused, UnknownAnswer } from '../client/refused.ts'
import { CommandFailed, errorNameOf, EXIT, type ExitCode } from './exit-codes.ts'
import { printJson, say, styled } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs the work of a command. A failure prints one sentence on stderr; with --json it is the document on stdout, the
 * gateway's own error where there is one.
 * @param hint where to read more, for a command line that is not valid
 * @returns the exit code: what the work returns, or 0
 */
export async function reporting(
  json: boolean,
  work: () => Promise<number | void>,
  hint?: string,
): Promise<number> {
  try {
    return (await work()) ?? EXIT.done
  } catch (thrown) {
    const error = toFailure(thrown)
    if (json) printJson(documentOf(error))
    else
      say([styled('red', error.message), ...(hint && error instanceof UsageError ? [hint] : [])].join('\n'))
    return codeOf(error)
  }
}

/** @throws the error itself when it is a bug, whose stack must be shown */
function toFailure(error: unknown): Error {
  if (error instanceof CommandFailed || error instanceof StartupError || error instanceof GatewayError)
    return error
  // Answers are read by a schema: one that does not fit comes from another server or another version.
  if (error instanceof Error && error.name === 'ZodError') return new UnknownAnswer(placeIn(error))
  // Of citty, about the arguments.
  if (error instanceof Error && error.name === 'CLIError') return new UsageError(error.message)
  throw error
}

function placeIn(error: Error): string {
  // Whatever they are, each is looked at below.
  const [issue] = 'issues' in error && Array.isArray(error.issues) ? (error.issues as unknown[]) : []
  const path = typeof issue === 'object' && issue !== null && 'path' in issue ? issue.path : []
  return (Array.isArray(path) && path.join('.')) || 'its body'
}

function documentOf(error: Error): unknown {
  if (error instanceof Refused && error.body !== null) return error.body
  const code = error instanceof GatewayError ? error.code : errorNameOf(codeOf(error))
  return { ok: false, error: { code, message: error.message } }
}

function codeOf(error: Error): ExitCode {
  return error instanceof CommandFailed ? error.exitCode : EXIT.failed
}
