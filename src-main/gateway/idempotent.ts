import { hash } from 'node:crypto'
import { isEngine } from '../../src-shared/engines.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { StoredAnswer } from '../storage/idempotency-store.ts'
import type { JsonBody } from './read-body.ts'
import { JSON_CONTENT_TYPE, type Reply } from './reply.ts'
import type { KeyedRequest } from './route.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** Does the work once; `save` belongs into the transaction that charges it. */
export type Work = (chargeId: string, save: (reply: Reply) => void) => Promise<Reply>

/**
 * Honours Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): the same key and body get the stored
 * answer again without a second charge. Only answers that were charged are stored; a failure may be tried again.
 * @param chargeId names the charge where the request carries no Idempotency-Key
 * @throws GatewayError idempotency_mismatch, idempotency_in_progress; validation_error for an unusable key
 */
export async function idempotently(
  request: KeyedRequest,
  body: JsonBody,
  chargeId: string,
  work: Work,
): Promise<Reply> {
  const header = request.event.req.headers.get('idempotency-key')
  if (header === null) return await work(chargeId, () => undefined)

  const { idempotency } = request.context.services
  const place = {
    keyId: request.account.id,
    path: request.event.url.pathname,
    idemKey: readKey(header),
  }
  const begun = await idempotency.begin({
    ...place,
    fingerprint: hash('sha256', body.text),
    chargeId,
    now: request.context.services.now(),
  })
  switch (begun.state) {
    case 'replay':
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
    case 'new':
      break
  }
  let saved = false
  try {
    return await work(begun.chargeId, (reply) => {
      idempotency.finish({ ...place, ...toStored(reply) })
      saved = true
    })
  } finally {
    if (!saved) await idempotency.abandon(place)
  }
}

function readKey(header: string): string {
  // The draft writes the key as a structured-field string, in quotes; bare keys are as common.
  const key =
    header.startsWith('"') && header.endsWith('"') && header.length > 1 ? header.slice(1, -1) : header
  if (KEY.test(key)) return key
  const message = 'Idempotency-Key is 1 to 255 visible ASCII characters'
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
    balance: context.services.ledger.balanceOf(account.id).balance,
    headers: [...Object.entries(headers), ['idempotent-replayed', 'true']],
  }
}
