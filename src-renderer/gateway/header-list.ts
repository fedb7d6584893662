import type { Header } from './gateway-types.ts'

/** The gateway's own headers in the order the page shows them. */
const KNOWN = [
  'X-Request-Id',
  'X-Credits-Used',
  'X-Credits-Remaining',
  'X-Latency-Ms',
  'X-Engine',
  'X-Cost-USD',
  'X-Output-Hash',
  'X-Cache',
  'X-Low-Balance',
  'X-RateLimit-Remaining',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'Server-Timing',
  'Content-Type',
]

/** A response's headers, the gateway's own first and in their documented spelling. */
export function toHeaderList(headers: Headers): readonly Header[] {
  const known = KNOWN.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [{ name, value }]
  })
  const shown = new Set(known.map((header) => header.name.toLowerCase()))
  const others = [...headers].filter(([name]) => !shown.has(name))
  return [...known, ...others.map(([name, value]) => ({ name: spelled(name), value }))]
}

function spelled(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}
