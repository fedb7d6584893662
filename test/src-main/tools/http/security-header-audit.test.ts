import { expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Finding {
  readonly header: string
  readonly message: string
}
const GOOD = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=()',
  'cross-origin-opener-policy': 'same-origin',
}
const findings = async (headers: object) => {
  const answer = (await runTool('security-header-audit', { headers: { ...GOOD, ...headers } })) as {
    findings: Finding[]
  }
  return answer.findings.map(({ header, message }) => `${header} ${message}`)
}
const BASE = "base-uri 'none'; frame-ancestors 'none'"

it.each<[string, string, string | string[], string[]]>([
  // RFC 6797: a directive twice is an error (6.1), and only the first header counts (8.1).
  [
    'RFC 6797',
    'Strict-Transport-Security',
    'max-age=15768000; max-age=31536000',
    ['has a directive twice, so it is ignored'],
  ],
  [
    'RFC 6797',
    'Strict-Transport-Security',
    'max-age=15768000m; includeSubDomains',
    ['has no max-age in seconds, so it is ignored'],
  ],
  [
    'RFC 6797',
    'Strict-Transport-Security',
    'x-max-age=31536000; includeSubDomains',
    ['has no max-age in seconds, so it is ignored'],
  ],
  ['RFC 6797', 'Strict-Transport-Security', 'INCLUDESUBDOMAINS ;MAX-AGE = "31536000"', []],
  ['RFC 6797', 'Strict-Transport-Security', ['max-age=31536000; includeSubDomains', 'max-age=0'], []],
  // CSP 3, 8.1: all policies apply at once.
  [
    'CSP 3',
    'Content-Security-Policy',
    ["script-src 'self'", "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    [],
  ],
  [
    'CSP 3',
    'Content-Security-Policy',
    [`script-src *; object-src 'none'; ${BASE}`, 'script-src https:'],
    ['allows scripts from anywhere with *'],
  ],
  [
    'CSP 3',
    'Content-Security-Policy',
    [`script-src *; object-src 'none'; ${BASE}`, "script-src 'unsafe-inline'"],
    [],
  ],
  [
    'CSP 3',
    'Content-Security-Policy',
    [`img-src *; object-src 'none'; ${BASE}`, "script-src 'unsafe-inline'"],
    ["allows inline scripts with 'unsafe-inline'"],
  ],
  ['CSP 3', 'Content-Security-Policy', `img-src *; object-src 'none'; ${BASE}`, ['limits no scripts']],
  [
    'CSP 3',
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; frame-ancestors *",
    ['lets any site frame the page'],
  ],
  [
    'CSP 3',
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; frame-ancestors https:",
    ['lets any site frame the page'],
  ],
  // W3C, Referrer Policy, 8.1: the last value that is known.
  ['Referrer Policy', 'Referrer-Policy', 'unsafe-url, no-referrer', []],
  ['Referrer Policy', 'Referrer-Policy', 'no-referrer, whimsy', []],
  ['Referrer Policy', 'Referrer-Policy', 'unsafe-url, whimsy', ['sends full URLs to other sites']],
  ['Referrer Policy', 'Referrer-Policy', 'whimsy', ['has a value that browsers ignore']],
  ['HTML', 'Cross-Origin-Opener-Policy', 'unsafe-none', ['switches itself off with unsafe-none']],
  ['HTML', 'Cross-Origin-Opener-Policy', 'same-origin; report-to="x"', []],
  ['HTML', 'Cross-Origin-Opener-Policy', 'same-site', ['has a value that browsers ignore']],
])('judges by %s: %s: %s', async (_standard, header, value, messages) => {
  expect(await findings({ [header.toLowerCase()]: value })).toEqual(
    messages.map((message) => `${header} ${message}`),
  )
})

// HTML, "X-Frame-Options".
it.each([
  ['SAMEORIGIN, SAMEORIGIN', true],
  ['deny', true],
  ['DENY, ALLOWALL', true],
  ['ALLOWALL', false],
  ['whimsy, other', false],
])('takes %s for a protection from frames: %s', async (value, isProtected) => {
  const policy = "default-src 'none'; base-uri 'none'"
  const found = await findings({ 'content-security-policy': policy, 'x-frame-options': value })
  expect(found).toEqual(isProtected ? [] : ['X-Frame-Options has a value that browsers ignore'])
})
