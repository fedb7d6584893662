import { HTTPError } from 'h3'
import { GatewayError, helpPageOf } from '../../../src-shared/errors.ts'
import { internalError } from '../../pipeline/batch.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Exchange } from '../request/exchange.ts'
import { recordRefusal } from './record-refusal.ts'
import { jsonReply, type Reply } from './reply.ts'

/**
 * The one place where a failure becomes an answer. Anything but a GatewayError is a bug: it is
 * logged and not described to the caller.
 */
export function errorReply(failure: unknown, exchange: Exchange, services: Services): Reply {
  const error = toKnownError(failure, exchange, services)
  recordRefusal(error, exchange, services)
  const balance = exchange.account ? services.ledger.lastKnown(exchange.account.id).balance : null
  const body = { ok: false, error: error.toErrorObject() }
  // A failed call is free, unless its time was over after a model had begun to answer.
  const creditsUsed = error.details.credits_used ?? 0
  const engine = creditsUsed > 0 ? 'llm' : 'error'
  return jsonReply(error.status, body, { balance, creditsUsed, engine, headers: headersOf(error) })
}

/** The error that a caller gets for a failure; a bug is logged and becomes an internal error. */
export function toKnownError(failure: unknown, exchange: Exchange, services: Services): GatewayError {
  const error = toGatewayError(failure)
  if (error.code === 'internal_error') services.reportBug(failure, exchange.requestId)
  return error
}

function toGatewayError(failure: unknown): GatewayError {
  if (failure instanceof GatewayError) return failure
  // h3 itself refuses only requests that it cannot route: an address with a broken escape.
  if (HTTPError.isError(failure) && failure.status === 400) {
    return new GatewayError(
      'invalid_request',
      'The address contains a broken percent escape. Encode it again, with % as %25.',
      {},
      { cause: failure },
    )
  }
  return internalError(failure)
}

/** The header that leads to the page of an error (RFC 8288). */
export function helpLink({ code }: GatewayError): [string, string] {
  return ['link', `<${helpPageOf(code)}>; rel="help"`]
}

function headersOf(error: GatewayError): [string, string][] {
  const headers = [helpLink(error)]
  if (error.details.retry_after !== undefined)
    headers.push(['retry-after', String(error.details.retry_after)])
  if (error.status === 401) headers.push(['www-authenticate', 'Bearer realm="toolgate"'])
  return headers
}
