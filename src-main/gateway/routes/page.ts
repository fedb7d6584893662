import { GatewayError } from '../../../src-shared/errors.ts'
import type { PageFile } from '../page-files.ts'
import type { Reply } from '../reply.ts'
import { defineRoute, type RouteRequest } from '../route.ts'

// Everything the page needs comes from the gateway itself; nothing inline, nothing evaluated, nothing framed.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue toolgate-worker',
].join('; ')

/** GET /: the page. */
export const page = defineRoute({ method: 'GET', path: '/', access: 'open', handle: sendPageFile })

/** GET /assets/…: the page's scripts, styles, fonts and pictures. */
export const pageAssets = defineRoute({
  method: 'GET',
  path: '/assets/**',
  access: 'open',
  handle: sendPageFile,
})

/** Files of the page that lie beside its index. */
export const pageRootFiles = ['/favicon.svg', '/theme-boot.js'].map((path) =>
  defineRoute({ method: 'GET', path, access: 'open', handle: sendPageFile }),
)

function sendPageFile({ event, context }: RouteRequest): Reply {
  const file = context.page.find(event.url.pathname)
  if (!file) throw new GatewayError('not_found', 'The page has no such file.')
  const unchanged = event.req.headers.get('if-none-match') === file.etag
  return {
    status: unchanged ? 304 : 200,
    body: unchanged ? null : file.bytes,
    contentType: file.contentType,
    outputHash: file.hash,
    engine: 'real',
    creditsUsed: 0,
    balance: null,
    headers: pageHeaders(file),
  }
}

function pageHeaders(file: PageFile): [string, string][] {
  return [
    ['etag', file.etag],
    ['cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ['content-security-policy', CONTENT_SECURITY_POLICY],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
  ]
}
