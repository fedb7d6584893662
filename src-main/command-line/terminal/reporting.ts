import { ZodError } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { CommandFailed, EXIT, type ExitCode } from './exit-codes.ts'
import { Refused } from '../client/gateway-client.ts'
import { printJson, say, styled } from './terminal.ts'

/**
 * Runs the work of a command. A failure prints one sentence on stderr; with --json the gateway's own error is
 * the document on stdout.
 * @returns the exit code: what the work returns, or 0
 */
export async function reporting(json: boolean, work: () => Promise<number | void>): Promise<number> {
  try {
    return (await work()) ?? EXIT.done
  } catch (error) {
    if (error instanceof Refused && json) printJson(error.body)
    else say(styled('red', sentenceOf(error)))
    return codeOf(error)
  }
}

/** @throws the error itself when it is a bug, whose stack must be shown */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailed || error instanceof StartupError || error instanceof GatewayError)
    return error.message
  // Answers are read by a schema: one that does not fit comes from another server or another version.
  if (error instanceof ZodError)
    return `The answer does not come from a gateway of this version: ${firstOf(error)}.`
  throw error
}

function firstOf({ issues }: ZodError): string {
  const [issue] = issues
  return issue ? `${issue.path.join('.') || 'the body'}: ${issue.message}` : 'unreadable'
}

function codeOf(error: unknown): ExitCode {
  return error instanceof CommandFailed ? error.exitCode : EXIT.failed
}
