import { hash, randomBytes } from 'node:crypto'
import { GatewayError } from '../../../src-shared/errors.ts'
import { CREDITS_PATH } from '../../../src-shared/settings.ts'
import type { H3Event } from 'h3'
import { guardHeaders } from '../page/guard-headers.ts'
import type { PageFile } from '../page/page-file.ts'
import type { Reply } from '../reply/reply.ts'
import { defineRoute, type RouteRequest } from '../route.ts'

/** The placeholder for the nonce in the built index. */
const NONCE_PLACE = '__CSP_NONCE__'

/** GET /: the page. */
export const page = defineRoute({ method: 'GET', path: '/', access: 'open', handle: sendIndex })

/** GET /assets/…: the page's scripts, styles, fonts and pictures. */
export const pageAssets = defineRoute({
  method: 'GET',
  path: '/assets/**',
  access: 'open',
  handle: sendPageFile,
})

/** Files of the page beside its index. */
export const pageRootFiles = ['/favicon.svg', '/theme-boot.js', CREDITS_PATH].map((path) =>
  defineRoute({ method: 'GET', path, access: 'open', handle: sendPageFile }),
)

// The code editor writes style elements of its own, with the nonce of the answer that loaded it.
function sendIndex({ context }: RouteRequest): Reply {
  const file = context.page.find('/')
  if (!file) throw new GatewayError('not_found', 'The page has not been built.')
  const nonce = randomBytes(16).toString('base64url')
  const body = file.bytes.toString('utf8').replace(NONCE_PLACE, nonce)
  return {
    ...STATIC_REPLY,
    status: 200,
    body,
    contentType: file.contentType,
    outputHash: hash('sha256', body),
    headers: [
      // A cached page would have an old nonce.
      ['cache-control', 'no-store'],
      ...guardHeaders(`'nonce-${nonce}'`),
    ],
  }
}

function sendPageFile({ event, context }: RouteRequest): Reply {
  const file = context.page.find(event.url.pathname)
  if (!file) throw new GatewayError('not_found', 'The page has no such file.')
  return toReply(event, file)
}

function toReply(event: H3Event, file: PageFile): Reply {
  const unchanged = event.req.headers.get('if-none-match') === file.etag
  return {
    ...STATIC_REPLY,
    status: unchanged ? 304 : 200,
    body: unchanged ? null : file.bytes,
    contentType: file.contentType,
    outputHash: file.hash,
    headers: pageHeaders(file),
  }
}

const STATIC_REPLY = { engine: 'real', creditsUsed: 0, balance: null } as const

function pageHeaders(file: PageFile): [string, string][] {
  return [
    ['etag', file.etag],
    ['cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ...guardHeaders(''),
  ]
}
