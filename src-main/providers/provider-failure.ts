import { counted } from '../../src-shared/counted.ts'

/** The kinds of provider failures, by what happens next. */
export type FailureKind =
  | 'refused_key'
  | 'rate_limited'
  | 'timed_out'
  | 'unavailable'
  | 'refused'
  | 'broken'
  | 'declined'

/** A provider did not give an answer; the message is for the caller and contains no key and no address. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: FailureKind
  /** Whole seconds, if the provider gave a time. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The failure of an answer that began and did not end. */
export function brokenOff(name: string, cause?: unknown): ProviderFailure {
  return new ProviderFailure('broken', `The answer of ${name} broke off before its end.`, { cause })
}

const MAX_QUOTED_CHARS = 300
/** Patterns of keys that a provider may quote: OpenAI's and Anthropic's, Google's, bearer tokens. */
const KEY_SHAPES = /\b(sk-[\w*.-]{6,}|AIza[\w*-]{10,}|Bearer\s+\S+)/g
/** Codes of the system's sockets (ECONNREFUSED), of TLS, and of OpenSSL for a certificate that is not trusted. */
const NETWORK_CODES =
  /^(E[A-Z]+|ERR_(TLS|SSL)_\w+|(CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE|INVALID|HOSTNAME)_\w+)$/
const MAX_RETRY_SECONDS = 24 * 60 * 60

/**
 * Turns the error of a request into a failure for the caller.
 * @param name of the provider
 * @param secrets every known key, to be removed from what a provider said
 */
export function toProviderFailure(
  error: unknown,
  name: string,
  secrets: readonly string[],
): ProviderFailure {
  const known = causesOf(error).find((cause) => cause instanceof ProviderFailure)
  if (known) return known
  const answered = causesOf(error).find(isAnswer)
  if (answered) return failureOfStatus(answered, name, secrets)
  if (causesOf(error).some(isNetworkError))
    return new ProviderFailure(
      'unavailable',
      `${name} cannot be reached. Is it running, and is this machine online?`,
      { cause: error },
    )
  return new ProviderFailure(
    'broken',
    `${name} sent an answer that breaks its own protocol: ${quoted(messageOf(error), secrets)}.`,
    { cause: error },
  )
}

/** The AI SDK's error for an unsuccessful answer; recognised by shape, because its package is not a dependency. */
interface RefusedAnswer {
  readonly statusCode: number
  readonly message: string
  readonly responseHeaders?: Readonly<Record<string, string>>
}

function isAnswer(error: unknown): error is RefusedAnswer {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 300
  )
}

/** The failure for an unsuccessful status. */
export function failureOfStatus(
  { statusCode, message, responseHeaders = {} }: RefusedAnswer,
  name: string,
  secrets: readonly string[],
): ProviderFailure {
  if (statusCode === 401 || statusCode === 403)
    return new ProviderFailure(
      'refused_key',
      `${name} refused the key (${statusCode}). The owner can replace it in the settings.`,
    )
  if (statusCode === 429) {
    const seconds = retryAfterOf(responseHeaders['retry-after'])
    const when = seconds === undefined ? 'later' : `in ${counted(seconds, 'second')}`
    return new ProviderFailure(
      'rate_limited',
      `${name} accepts no more requests for now (429); try again ${when}.`,
      { retryAfterSeconds: seconds },
    )
  }
  if (statusCode >= 500)
    return new ProviderFailure(
      'unavailable',
      `${name} reported an error on its side (${statusCode}); try again later.`,
    )
  return new ProviderFailure(
    'refused',
    `${name} refused the request (${statusCode}): ${quoted(message, secrets)}.`,
  )
}

/** Retry-After in seconds, or as a date (RFC 9110, 10.2.3); undefined for anything else. */
function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.min(MAX_RETRY_SECONDS, Math.max(0, Math.ceil(seconds))) : undefined
}

function quoted(text: string, secrets: readonly string[]): string {
  const bare = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  const safe = bare.replaceAll(KEY_SHAPES, '[key]').replaceAll(/\s+/g, ' ').trim()
  return safe.slice(0, MAX_QUOTED_CHARS).toWellFormed().replace(/\.$/, '') || 'it gave no reason'
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return typeof error === 'string' ? error : 'unreadable'
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain.length > 0 ? chain : [error]
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return NETWORK_CODES.test(String(error.code))
}
