import { getRouterParam } from 'h3'
import { hash } from 'node:crypto'
import { isEngine } from '../../../src-shared/engines.ts'
import { ERROR_STATUS, GatewayError } from '../../../src-shared/errors.ts'
import type { IdempotencyId, StoredAnswer } from '../../storage/idempotency-store.ts'
import { nothing, type Work } from '../../storage/engine/work.ts'
import type { JsonBody } from '../request/read-body.ts'
import { JSON_CONTENT_TYPE, jsonReply, type Reply } from '../reply/reply.ts'
import type { KeyedRequest } from '../route.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** A request that is to run now. */
export interface Attempt {
  /** The id of the charge; when the call may have been charged before, the id of that charge. */
  readonly chargeId: string
  /** Whether the answer is stored at all. */
  readonly isKept: boolean
  /** Stores the answer; must run in the transaction that charges it. */
  readonly save: (reply: Reply) => Work<void>
  /**
   * Stores the answer of a call that has been charged already. If the disk refuses it, the answer is given all the
   * same, and a repetition runs again under the charged id, so that it costs nothing.
   */
  readonly saveCharged: (reply: Reply) => Promise<void>
  /** What an earlier attempt had finished when its caller left, as `keepPart` got it. */
  readonly part: string | null
  /**
   * Stores what was finished when the caller left. A repetition gets it as `part`, under the same charge id, so that
   * it runs the rest alone.
   */
  readonly keepPart: (part: string) => Promise<void>
  /** Keeps the id of what may be charged already: a repetition goes on under it. */
  readonly keepId: () => void
  /** A failed call that may have acted is not run again: a repetition is told so. */
  readonly failed: (error: unknown) => Promise<void>
  /** Call this when the request has ended: one that stored nothing can be sent again with the same key. */
  readonly end: () => Promise<void>
}

/**
 * Honours Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): the same key and body get the stored
 * answer again without a second charge. Only answers that were charged are stored; a failed call may be retried.
 * @param chargeId names the charge when the request has no Idempotency-Key
 * @throws GatewayError idempotency_mismatch, idempotency_in_progress, outcome_unknown; validation_error for a bad key
 */
export async function idempotently(
  request: KeyedRequest,
  body: JsonBody,
  chargeId: string,
  work: (attempt: Attempt) => Promise<Reply>,
): Promise<Reply> {
  if (request.event.req.headers.get('idempotency-key') === null)
    return await work(unstoredAttempt(chargeId))
  const begun = await beginOnce(request, body, chargeId)
  if ('status' in begun) return begun
  return await endingWith(work(begun), begun)
}

/** Ends an attempt with the call that it is for. @returns what the call gives */
export async function endingWith<T>(call: Promise<T>, { failed, end }: Attempt): Promise<T> {
  try {
    return await call
  } catch (error) {
    await failed(error)
    throw error
  } finally {
    await end()
  }
}

/**
 * The same for a request that goes on after its head has been sent.
 * @returns the stored answer, or an attempt to make and to end
 */
export async function beginOnce(
  request: KeyedRequest,
  body: JsonBody,
  chargeId: string,
): Promise<Reply | Attempt> {
  const header = request.event.req.headers.get('idempotency-key')
  if (header === null) return unstoredAttempt(chargeId)

  const place = {
    keyId: request.account.id,
    path: request.event.url.pathname,
    idemKey: readKey(header),
  }
  const begun = await request.context.services.idempotency.begin({
    ...place,
    fingerprint: hash('sha256', body.text),
    chargeId,
    now: request.context.services.now(),
  })
  switch (begun.state) {
    case 'replay':
      if (begun.status === ERROR_STATUS.outcome_unknown) throw outcomeUnknown()
      return toReplay(begun, request)
    case 'mismatch':
      throw new GatewayError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another body. Use a new key for a new request.',
      )
    case 'in_progress':
      throw new GatewayError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still running. Repeat it in a second to get its answer.',
        { retry_after: 1 },
      )
    case 'new': {
      const attempt = toAttempt(begun, place, request)
      if (!begun.wasLeft || !actsElsewhere(request)) return attempt
      await attempt.saveCharged(unknownReply())
      await attempt.end()
      throw outcomeUnknown()
    }
  }
}

function toAttempt(
  { chargeId, part = null }: { readonly chargeId: string; readonly part?: string | null },
  place: IdempotencyId,
  { exchange, context }: KeyedRequest,
): Attempt {
  const { idempotency, engine, reportBug } = context.services
  // Once there may be a charge, its id must be kept.
  let mayBeCharged = part !== null
  // From then on a repetition may run, and the place be its own.
  let isStored = false
  const isKept = (): void => void (isStored = true)
  const save = (reply: Reply): Work<void> => {
    mayBeCharged = true
    return before(isKept, idempotency.finish({ ...place, ...toStored(reply) }))
  }
  const store = async (write: () => Work<void>): Promise<void> => {
    mayBeCharged = true
    await engine.write(place.keyId, write).catch((error: unknown) => reportBug(error, exchange.requestId))
  }
  return {
    chargeId,
    part,
    isKept: true,
    save,
    saveCharged: async (reply) => await store(() => save(reply)),
    keepPart: async (text) => await store(() => before(isKept, idempotency.keepPart(place, text))),
    keepId: () => void (mayBeCharged = true),
    failed: async (error) => {
      if (!(error instanceof GatewayError) || error.details.outcome !== 'unknown') return
      await store(() => save(unknownReply()))
    },
    end: async () => {
      if (isStored) return
      if (mayBeCharged) await idempotency.leave(place)
      else await idempotency.abandon(place)
    },
  }
}

function unstoredAttempt(chargeId: string): Attempt {
  return {
    chargeId,
    part: null,
    isKept: false,
    save: nothing,
    saveCharged: noWait,
    keepPart: noWait,
    keepId: () => undefined,
    failed: noWait,
    end: noWait,
  }
}

async function noWait(): Promise<void> {}

function* before(done: () => void, work: Work<void>): Work<void> {
  yield* work
  done()
}

// Whether the tool in the address belongs to a source, which may have acted before this gateway was ended.
function actsElsewhere({ event, context }: KeyedRequest): boolean {
  const facts = context.services.registry.find(getRouterParam(event, 'slug') ?? '')?.facts
  return facts !== undefined && facts.source !== null && facts.sideEffects === true
}

// What a repetition of a call gets that may have acted.
function outcomeUnknown(): GatewayError {
  return new GatewayError(
    'outcome_unknown',
    'The call with this Idempotency-Key ended without an answer and may have acted, so it is not run again. Find out ' +
      'whether it has, and use a new key to run it once more.',
    { outcome: 'unknown' },
  )
}

// Only its status is read again.
function unknownReply(): Reply {
  return jsonReply(ERROR_STATUS.outcome_unknown, {}, { engine: 'error' })
}

function readKey(header: string): string {
  // The draft writes the key as a structured-field string, in quotes; unquoted keys are just as common.
  const key =
    header.startsWith('"') && header.endsWith('"') && header.length > 1 ? header.slice(1, -1) : header
  if (KEY.test(key)) return key
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters'
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'Idempotency-Key', message }],
  })
}

function toStored({ status, body, outputHash, engine, headers = [] }: Reply): StoredAnswer {
  return {
    status,
    headers: { ...Object.fromEntries(headers), 'x-output-hash': outputHash, 'x-engine': engine },
    body: String(body),
  }
}

function toReplay(stored: StoredAnswer, { context, account }: KeyedRequest): Reply {
  const { 'x-output-hash': outputHash, 'x-engine': engine, ...headers } = stored.headers
  return {
    status: stored.status,
    body: stored.body,
    contentType: JSON_CONTENT_TYPE,
    outputHash: outputHash ?? hash('sha256', stored.body),
    engine: isEngine(engine) ? engine : 'real',
    creditsUsed: 0,
    balance: context.services.ledger.lastKnown(account.id).balance,
    headers: [...Object.entries(headers), ['idempotent-replayed', 'true']],
  }
}
