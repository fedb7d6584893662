import { CallFailed } from '../tool-kit/tool-context.ts'

// Explanations for the caller, by the error code of Node, OpenSSL or undici.
const SENTENCES = new Map<string, string>([
  ['ESERVFAIL', 'the DNS servers for this name failed'],
  ['EREFUSED', 'the DNS server refused to answer'],
  ['ETIMEOUT', 'the DNS server did not answer in time'],
  ['EBADRESP', "the DNS server's answer could not be read"],
  ['ENOTFOUND', 'its name could not be resolved; check the spelling'],
  ['EAI_AGAIN', 'its name could not be resolved just now; check the network connection'],
  ['ECONNREFUSED', 'it refused the connection; check the port and that the receiver is running'],
  ['ECONNRESET', 'it closed the connection without answering'],
  ['EPIPE', 'it closed the connection without answering'],
  ['UND_ERR_SOCKET', 'it closed the connection without answering'],
  ['ETIMEDOUT', 'it could not be reached in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it could not be reached in time'],
  ['EHOSTUNREACH', 'there is no route to it from this machine'],
  ['ENETUNREACH', 'there is no route to it from this machine'],
  ['EADDRNOTAVAIL', 'there is no route to it from this machine'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'its answer has another length than its Content-Length header'],
  ['UND_ERR_HEADERS_OVERFLOW', 'its answer has more than 16 KiB of headers'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate belongs to another name'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
])

/** A failed request in one sentence, with the original error as its cause. */
export function toSendFailure(error: unknown, target: { readonly host: string }): Error {
  return new CallFailed(`Nothing came back from ${target.host}: ${sentenceOf(error)}.`, { cause: error })
}

function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === 'HTTPParserError') return 'it did not answer in HTTP'
  const code = codeOf(error)
  const known = SENTENCES.get(code)
  if (known) return known
  if (code.includes('CERT') || code.includes('SIGNATURE')) return 'its certificate could not be verified'
  if (code.includes('SSL') || code.includes('TLS')) return 'no secure connection could be made'
  return 'the connection failed'
}

// When several addresses fail, one error contains the error of each.
/** The code of an error of Node, OpenSSL or undici; empty for any other. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
