import type { ErrorObject, Issue } from '../../../src-shared/errors.ts'
import { CommandFailed, EXIT, exitCodeOf } from '../terminal/exit-codes.ts'

// What a person at a terminal does instead of what the gateway's own message advises a program.
const ADVICE: Readonly<Record<string, string>> = {
  auth_required: 'Set TOOLGATE_KEY to a key of this gateway.',
  api_not_found: 'toolgate list shows all tools.',
  insufficient_credits: 'Buy more with toolgate buy.',
}
/** A sentence that names a request, or a header. */
const OF_THE_API =
  /(?:GET|POST|PUT|PATCH|DELETE) \/|\b(?:X-[A-Z]\w+|Authorization|Idempotency-Key)\b|\/v1\//

/** The gateway refused a request or failed at it. */
export class Refused extends CommandFailed {
  readonly code: string
  /** Seconds to wait, where waiting helps. */
  readonly retryAfter: number | null
  /** The answer as it came, for --json. */
  readonly body: unknown

  /** @param body the answer, whatever it is @param status its status, for a body that says nothing */
  constructor(body: unknown, status: number) {
    const error = errorIn(body)
    super(error ? messageOf(error) : `The gateway answered ${status}.`, exitCodeOf(error?.code ?? ''))
    this.code = error?.code ?? 'unknown'
    this.retryAfter = error?.retry_after ?? null
    this.body = body
  }
}

/** An answer that this version does not understand. */
export class UnknownAnswer extends CommandFailed {
  /** @param what the part that is missing or of another kind */
  constructor(what: string) {
    super(
      `The answer does not come from a gateway of this version: ${what} is not as expected.`,
      EXIT.failed,
    )
  }
}

/** Whether a value has named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function messageOf({ code, message, issues = [] }: ErrorObject): string {
  const advice = ADVICE[code]
  const sentences = code === 'auth_required' ? [] : message.split(/(?<=[.?!])\s+/)
  const words = sentences.filter((sentence) => !OF_THE_API.test(sentence))
  const named = issues.filter(({ path }) => path !== '')
  const lines = named.length > 1 ? named.map(({ path, message: what }) => `  ${path}: ${what}`) : []
  return [[...words, ...(advice === undefined ? [] : [advice])].join(' ') || message, ...lines].join('\n')
}

function errorIn(body: unknown): ErrorObject | null {
  const error = isRecord(body) ? body.error : null
  if (!isRecord(error) || typeof error.code !== 'string' || typeof error.message !== 'string') return null
  const { code, message, issues, retry_after } = error
  return {
    // Codes of newer gateways are words like any other.
    code: code as ErrorObject['code'],
    message,
    ...(Array.isArray(issues) ? { issues: issues.filter(isIssue) } : {}),
    ...(typeof retry_after === 'number' ? { retry_after } : {}),
  }
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
