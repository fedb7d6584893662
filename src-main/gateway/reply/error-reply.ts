import { HTTPError } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import { internalError } from '../../pipeline/batch.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Exchange } from '../request/exchange.ts'
import { noteRefusal } from './note-refusal.ts'
import { jsonReply, type Reply } from './reply.ts'

/** The one place where a failure becomes an answer. What is no GatewayError is a bug: reported, not described. */
export function errorReply(failure: unknown, exchange: Exchange, services: Services): Reply {
  const error = toKnownError(failure, exchange, services)
  noteRefusal(error, exchange, services)
  const balance = exchange.account ? services.ledger.balanceOf(exchange.account.id).balance : null
  const body = { ok: false, error: error.toErrorObject() }
  return jsonReply(error.status, body, { balance, engine: 'error', headers: headersOf(error) })
}

/** The error that a caller is told of a failure; a bug is reported and told as such. */
export function toKnownError(failure: unknown, exchange: Exchange, services: Services): GatewayError {
  const error = toGatewayError(failure)
  if (error.code === 'internal_error') services.reportBug(failure, exchange.requestId)
  return error
}

function toGatewayError(failure: unknown): GatewayError {
  if (failure instanceof GatewayError) return failure
  // h3 itself refuses only what it cannot route: an address with a broken escape.
  if (HTTPError.isError(failure) && failure.status === 400) {
    return new GatewayError(
      'invalid_request',
      'The address holds a broken percent escape.',
      {},
      { cause: failure },
    )
  }
  return internalError()
}

function headersOf(error: GatewayError): [string, string][] {
  const headers: [string, string][] = []
  if (error.details.retry_after !== undefined)
    headers.push(['retry-after', String(error.details.retry_after)])
  if (error.status === 401) headers.push(['www-authenticate', 'Bearer realm="toolgate"'])
  return headers
}
