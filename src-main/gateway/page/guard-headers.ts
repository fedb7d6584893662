// Everything the page needs comes from the gateway itself; no inline code, no eval, no frames.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue toolgate-worker',
]

/** The headers that keep a page to itself. @param nonce such as `'nonce-…'` for its styles; empty for none */
export function guardHeaders(nonce: string): [string, string][] {
  const styles = `style-src 'self' ${nonce}`.trimEnd()
  return [
    ['content-security-policy', [...POLICY, styles].join('; ')],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
  ]
}
