/**
 * Every error code that leaves the gateway, with its HTTP status. The codes of the specification come first;
 * the others are explained in docs/decisions/errors.md.
 */
export const ERROR_STATUS = {
  invalid_batch: 400,
  validation_error: 400,
  auth_required: 401,
  invalid_key: 401,
  insufficient_credits: 402,
  api_not_found: 404,
  rate_limited: 429,
  handler_error: 500,

  invalid_request: 400,
  forbidden_host: 403,
  forbidden_origin: 403,
  forbidden: 403,
  scope_denied: 403,
  approval_refused: 403,
  approval_timed_out: 403,
  guard_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_exists: 409,
  idempotency_in_progress: 409,
  tool_changed: 409,
  outcome_unknown: 409,
  consent_mismatch: 409,
  lease_out_of_step: 409,
  lease_ended: 410,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  headers_too_large: 431,
  caller_left: 499,
  internal_error: 500,
  overloaded: 503,
  storage_unavailable: 503,
  out_of_time: 504,
  storage_full: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** Whether a code is of the table; the page and the command line have some of their own. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

/** The page of the manual that says what to do about an error, by its address on the gateway. */
export function helpPageOf(code: ErrorCode): `/${string}` {
  return `/docs/errors/${code}`
}

/** One problem of an input: where it is, and what to do about it. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/**
 * What is known of a call that a source did not answer: it was never sent, the source has said that it failed, or
 * nobody knows whether it has acted.
 */
export type CallOutcome = 'not_sent' | 'failed' | 'unknown'

/** A step of the call of a recipe that failed. */
export interface StepOfCall {
  readonly id: string
  /** The slug of its tool. */
  readonly tool: string
  readonly state: 'done' | 'failed' | 'not_run'
  /** Whether it may have changed something. */
  readonly may_have_acted: boolean
}

/** Fields that some errors have besides code and message. */
export interface ErrorDetails {
  readonly need?: number
  readonly have?: number
  readonly demo_key?: string
  readonly signup?: string
  readonly hint?: string
  readonly issues?: readonly Issue[]
  readonly missing_fields?: readonly string[]
  readonly nearest?: readonly string[]
  readonly timed_out?: boolean
  /** What the call was charged although it gave no answer. */
  readonly credits_used?: number
  readonly retry_after?: number
  /** The tool whose limit was reached. */
  readonly tool?: string
  readonly outcome?: CallOutcome
  /** How far the call of a recipe came. */
  readonly steps?: readonly StepOfCall[]
  readonly limit?: number
}

export interface ErrorObject extends ErrorDetails {
  readonly code: ErrorCode
  readonly message: string
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  readonly ok: false
  readonly error: ErrorObject
}

/**
 * A failure that is reported to the caller. It is thrown where the fact is known and becomes a response in one place;
 * any other thrown value is a bug and is answered as a bare 500.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    // A message may quote the input and cut a character in half, which JSON cannot represent.
    super(message.toWellFormed(), options)
    this.name = 'GatewayError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  toErrorObject(): ErrorObject {
    const { code, message } = this
    if (code !== 'validation_error') return { code, message, ...this.details }
    const { issues = [{ path: '', message }], missing_fields = [] } = this.details
    return { code, message, ...this.details, issues: issues.map(toWellFormed), missing_fields }
  }
}

function toWellFormed({ path, message }: Issue): Issue {
  return { path: path.toWellFormed(), message: message.toWellFormed() }
}
