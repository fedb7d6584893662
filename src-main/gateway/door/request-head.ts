import type { IncomingMessage } from 'node:http'
import { isLate } from './socket-places.ts'

/** The parts of a request's head that the door checks, as they were sent. */
export interface RequestHead {
  readonly method: string
  /** The request target: path and query. */
  readonly target: string
  /** Every Host header; there must be exactly one. */
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  readonly contentType: string | null
  readonly contentEncoding: string | null
  readonly contentLength: number | null
  readonly transferEncoding: string | null
  readonly hasBody: boolean
  readonly requestId: string | null
  /** The peer's address; public rate limits count by it. */
  readonly address: string
  /** Whether the connection has no place, because all are in use. */
  readonly isLate: boolean
}

/** Reads the head from a socket's request. Repeated headers are kept apart, which Node's own view does not do. */
export function headOfNode(req: IncomingMessage): RequestHead {
  const { headers } = req
  const length = headers['content-length']
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    hosts: valuesOf(req.rawHeaders, 'host'),
    origins: headers.origin === undefined ? [] : valuesOf(req.rawHeaders, 'origin'),
    secFetchSite: textOf(headers['sec-fetch-site']),
    secFetchMode: textOf(headers['sec-fetch-mode']),
    secFetchDest: textOf(headers['sec-fetch-dest']),
    contentType: textOf(headers['content-type']),
    contentEncoding: textOf(headers['content-encoding']),
    contentLength: length === undefined ? null : Number(length),
    transferEncoding: textOf(headers['transfer-encoding']),
    hasBody: headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0'),
    requestId: textOf(headers['x-request-id']),
    address: req.socket.remoteAddress ?? 'unknown',
    isLate: isLate(req.socket),
  }
}

/** Reads the head from a web request, which has no socket; used by tests. */
export function headOfRequest(request: Request): RequestHead {
  const { headers } = request
  const url = new URL(request.url)
  const length = headers.get('content-length')
  return {
    method: request.method,
    target: url.pathname + url.search,
    hosts: [headers.get('host') ?? url.host],
    origins: listOf(headers.get('origin')),
    secFetchSite: headers.get('sec-fetch-site'),
    secFetchMode: headers.get('sec-fetch-mode'),
    secFetchDest: headers.get('sec-fetch-dest'),
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
    contentLength: length === null ? null : Number(length),
    transferEncoding: null,
    hasBody: request.body !== null,
    requestId: headers.get('x-request-id'),
    address: '127.0.0.1',
    isLate: false,
  }
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i]!
    if (header.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

function listOf(value: string | null): string[] {
  return value === null ? [] : [value]
}

function textOf(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}
