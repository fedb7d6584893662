import type { H3Event } from 'h3'
import { type CodedBytes, CODINGS, type Coding } from '../../registry/coded-bytes.ts'
import type { Reply } from './reply.ts'

/** What a reply with prepared bytes says besides them. */
interface CodedReply extends Pick<Reply, 'contentType' | 'balance'> {
  readonly headers?: readonly (readonly [string, string])[]
}

/**
 * Answers with prepared bytes, compressed for callers that take them so, or with 304 when the caller already has
 * them (RFC 9110, 13.1.2). The hash is that of the bytes themselves, whatever their coding.
 */
export async function codedReply(event: H3Event, coded: CodedBytes, rest: CodedReply): Promise<Reply> {
  const { headers } = event.req
  const coding = coded.isLarge ? codingFor(headers.get('accept-encoding')) : null
  const etag = coding === null ? coded.etag : coded.etagIn(coding)
  const known = headers.get('if-none-match')
  const unchanged = known !== null && matches(known, etag)
  return {
    ...rest,
    status: unchanged ? 304 : 200,
    body: unchanged ? null : coding === null ? coded.bytes : await coded.in(coding),
    outputHash: coded.hash,
    engine: 'real',
    creditsUsed: 0,
    headers: [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ...(coded.isLarge ? [VARIES] : []),
      ...(coding === null || unchanged ? [] : [['content-encoding', coding] as const]),
      ...(rest.headers ?? []),
    ],
  }
}

const VARIES = ['vary', 'accept-encoding'] as const

/** The best coding that a caller takes (RFC 9110, 12.5.3), whatever its own order; null for none. */
function codingFor(accepted: string | null): Coding | null {
  if (accepted === null) return null
  const weights = new Map(accepted.split(',').map(toWeight))
  return CODINGS.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? null
}

function toWeight(item: string): [coding: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2))]
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
