import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { GuardedOutbound } from '../../outbound/guarded-outbound.ts'
import {
  CallFailed,
  InvalidInput,
  type OutboundAnswer,
  type ToolContext,
} from '../../tool-kit/tool-context.ts'
import { SOURCE_LIMITS, type SourceTool } from '../source.ts'
import { masked, masksOf } from '../secret-masks.ts'
import type { ApiSettings } from './api-settings.ts'
import { buildRequest, type BuiltRequest } from './build-request.ts'
import { chosenFor, toSent, type Credential } from './credentials.ts'
import type { RequestPlan } from './request-plan.ts'
import { toApiOutcome } from './to-data.ts'

/** A call of an operation. */
export interface ApiCall {
  readonly tool: SourceTool
  readonly plan: RequestPlan
  readonly settings: ApiSettings
  readonly input: Readonly<Record<string, unknown>>
  /** The values of the source's secrets by their names. */
  readonly secrets: ReadonlyMap<string, string>
  readonly signal: ToolContext['signal']
  /** How long it may take, in milliseconds. */
  readonly ms: number
}

/** What calls are sent with. */
export interface CallParts {
  readonly outbound: GuardedOutbound
  readonly parse: (text: string) => Promise<unknown>
  /** @throws GatewayError when a tool may not be called any more */
  readonly check: (tool: SourceTool) => void
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const REDIRECTED = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 3

/** What one attempt has come to. */
type Attempt =
  | { readonly kind: 'answer'; readonly answer: OutboundAnswer }
  | { readonly kind: 'lost'; readonly error: unknown; readonly wasSent: boolean }

/**
 * Calls an operation, and says of every failure whether the call can have acted. It is sent a second time only if it
 * was surely not sent, or if it may be repeated.
 * @throws CallFailed; InvalidInput; GatewayError overloaded, and whatever `check` throws
 */
export async function callApi(call: ApiCall, parts: CallParts): Promise<Record<string, unknown>> {
  const { tool, plan, settings, signal } = call
  const { source } = tool
  const masks = masksOf(secretTexts(call))
  const request = requestOf(call)
  const isSafe = SAFE.includes(plan.method)
  const late = AbortSignal.timeout(call.ms)
  const send = (built: BuiltRequest): Promise<Attempt> =>
    attempt(built, { ...call, signal: AbortSignal.any([signal, late]) }, parts)
  let made = await send(request)
  const mayRepeat = isSafe || tool.readOnly || tool.repeatable
  if (made.kind === 'lost' && !signal.aborted && !late.aborted && (!made.wasSent || mayRepeat))
    made = await send(request)
  let { url } = request
  for (let count = 0; made.kind === 'answer' && isSafe && count < MOST_REDIRECTS; count++) {
    const next = redirectOf(made.answer, url)
    if (next === null) break
    url = next
    made = await send({ ...request, url })
  }
  if (made.kind === 'lost') throw failureOf(made, call, late.aborted, (text) => masked(text, masks))
  const outcome = await toApiOutcome(made.answer, { parse: parts.parse, masks })
  if (outcome.kind === 'data') return { ...outcome.data }
  if (outcome.kind === 'failed') {
    const { words, retryAfterSeconds } = outcome
    throw new CallFailed(`${source} says: ${sentence(words)}`, { outcome: 'failed', retryAfterSeconds })
  }
  const mayHaveActed = isSafe || tool.readOnly ? '' : ' It may have acted.'
  throw new CallFailed(`${source} ${outcome.why}, which is more than is passed on.${mayHaveActed}`, {
    outcome: mayHaveActed === '' ? 'failed' : 'unknown',
  })

  // Only within the origin that was agreed to; any other redirect is an answer.
  function redirectOf({ status, headers }: OutboundAnswer, from: string): string | null {
    const { location } = headers
    if (!REDIRECTED.includes(status) || location === undefined || !URL.canParse(location, from)) return null
    const next = new URL(location, from)
    return next.origin === new URL(from).origin && settings.origins.includes(next.origin) ? next.href : null
  }
}

function requestOf({ tool, plan, settings, input, secrets }: ApiCall): BuiltRequest {
  const { server = settings.server } = plan
  const origin = new URL(server).origin
  if (!settings.origins.includes(origin))
    throw notSent(
      `${tool.slug} is at ${origin}, which ${tool.source} was not added with. Remove the source and add it again`,
    )
  const chosen = chosenFor(plan.security, settings.credentials)
  if (chosen === null)
    throw notSent(
      `${tool.slug} needs ${namesOf(plan)}, which ${tool.source} was not given. Give it in Settings of the source, or with toolgate sources secret ${tool.source}`,
    )
  const sent = chosen.map((credential) => {
    const written = toSent(credential, secretOf(credential, secrets))
    // RFC 9110, 5.5, and RFC 6265, 4.1.1.
    const isPlain = written.in === 'query' || /^[\t\x20-\x7e]*$/.test(written.value)
    if (isPlain && (written.in !== 'cookie' || !/[\s",;\\]/.test(written.value))) return written
    throw notSent(`The secret ${credential.name} has characters that a ${written.in} cannot carry`)
  })
  return buildRequest(plan, server, input, sent)
}

// What follows the colon of a name and a password is a secret of its own.
function secretTexts({ settings: { credentials }, secrets }: ApiCall): string[] {
  return [...secrets].flatMap(([name, secret]) =>
    credentials.some((one) => one.name === name && one.kind === 'basic')
      ? [secret, secret.slice(secret.indexOf(':') + 1)]
      : [secret],
  )
}

function secretOf({ name }: Credential, secrets: ReadonlyMap<string, string>): string {
  const secret = secrets.get(name)
  if (secret === undefined) throw notSent(`The secret ${name} is missing`)
  return secret
}

function namesOf({ security }: RequestPlan): string {
  return `a credential (${[...new Set(security.flat())].join(', ')})`
}

async function attempt(
  request: BuiltRequest,
  { tool, settings, signal }: ApiCall,
  { outbound, check }: CallParts,
): Promise<Attempt> {
  let wasSent = false
  const way = outbound.forSource(
    {
      who: { id: `source/${tool.source}`, isOwner: false },
      leaving: async () => check(tool),
      left: () => {
        wasSent = true
      },
    },
    new URL(settings.server).origin,
  )
  try {
    const answer = await way.send({ ...request, maxAnswerBytes: SOURCE_LIMITS.answerBytes, signal })
    return { kind: 'answer', answer }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    return { kind: 'lost', error, wasSent }
  }
}

function failureOf(
  { error, wasSent }: Extract<Attempt, { kind: 'lost' }>,
  { tool, plan, signal, ms }: ApiCall,
  isLate: boolean,
  mask: (text: string) => string,
): unknown {
  const said = error instanceof Error ? mask(error.message) : 'the connection failed'
  if (!wasSent) {
    // The field of a caller, and not the address of the source.
    if (error instanceof InvalidInput && error.path === 'headers') return new InvalidInput('headers', said)
    const what = isLate && !signal.aborted ? `${tool.source} could not be reached in time` : said
    return notSent(what, error)
  }
  if (signal.aborted) return error
  const isSafe = SAFE.includes(plan.method) || tool.readOnly
  const what = isLate
    ? `${tool.source} did not answer within ${counted(Math.round(ms / 1_000), 'second')}.`
    : sentence(said)
  return new CallFailed(isSafe ? what : `${what} It may have acted.`, {
    outcome: isSafe ? 'failed' : 'unknown',
    timedOut: isLate,
    cause: error,
  })
}

function notSent(message: string, cause?: unknown): CallFailed {
  return new CallFailed(`${sentence(message)} Nothing was sent.`, { outcome: 'not_sent', cause })
}

function sentence(words: string): string {
  const text = words.trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
