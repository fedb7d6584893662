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
    [`img-src *; object-src 'none'; ${BASE}`, 'script-src http://a.example'],
    ['allows scripts over plain HTTP from http://a.example'],
  ],
  [
    'CSP 3',
    'Content-Security-Policy',
    [`script-src 'self'; object-src 'none'; ${BASE}`, "script-src 'strict-dynamic'"],
    ["blocks all scripts with 'strict-dynamic' alone in script-src"],
  ],
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

// CSP 3; the slips are those that Google's CSP Evaluator looks for.
it.each<[string, string[]]>([
  ["script-src 'self'; script-src-elem 'unsafe-inline'", ["allows inline scripts with 'unsafe-inline'"]],
  ["script-src 'unsafe-inline'; script-src-elem 'none'; script-src-attr 'none'", []],
  ["script-src 'none'; script-src-attr 'unsafe-inline'", ["allows inline scripts with 'unsafe-inline'"]],
  ["script-src 'unsafe-inline' 'strict-dynamic' 'nonce-abcdefgh1234' https:", []],
  ["script-src 'strict-dynamic'", ["blocks all scripts with 'strict-dynamic' alone in script-src"]],
  ['script-src https://*.com', ['allows scripts from anywhere with https://*.com']],
  ['script-src filesystem:', ['allows scripts from anywhere with filesystem:']],
  ['script-src http://a.example', ['allows scripts over plain HTTP from http://a.example']],
  ['script-src *.jsdelivr.net', ['allows every library of *.jsdelivr.net']],
  ['script-src https://unpkg.com/vue@3/dist/vue.js', []],
  ['script-src self', ['takes self for a host in script-src']],
  ['script-src nonce-abcdefgh1234', ['takes nonce-abcdefgh1234 for a host in script-src']],
  ["script-src 'unsafe-inlin'", ["has 'unsafe-inlin' in script-src, which browsers ignore"]],
  ["script-src 'nonce-short'", ['has a nonce in script-src that can be guessed']],
  ["script-src 'sha256-abc'", ['has a sha256 in script-src that no script can have']],
  ["script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='", []],
  ["script-src a.example img-src 'self'", ['takes img-src for a source of script-src']],
  ["script-src 'self' 'none'", ["ignores 'none' in script-src, beside other sources"]],
  ["script-src 'self'; img-source *", ['has the unknown directive img-source, which browsers ignore']],
  ["script-src 'self'; SCRIPT-SRC *", ['has script-src twice, and the first counts']],
  ["script-src 'self'; plugin-types a/b", ['has plugin-types, which browsers ignore']],
  [
    "script-src 'self'; require-trusted-types-for script",
    ["has require-trusted-types-for without 'script', which does nothing"],
  ],
  [
    'script-src 198.51.100.7:8080',
    ['has the IP address 198.51.100.7 in script-src, which browsers ignore'],
  ],
  ['script-src 127.0.0.1', []],
])('finds what is weak or wrong in %s', async (policy, messages) => {
  const value = `${policy}; object-src 'none'; ${BASE}`
  expect(await findings({ 'content-security-policy': value })).toEqual(
    messages.map((message) => `Content-Security-Policy ${message}`),
  )
})

it('weighs an open base address by the scripts that have a nonce', async () => {
  const audit = async (scripts: string) => {
    const policy = `script-src ${scripts}; object-src 'none'; frame-ancestors 'none'`
    const headers = { ...GOOD, 'content-security-policy': policy }
    const { findings: all } = (await runTool('security-header-audit', { headers })) as {
      findings: { level: string }[]
    }
    return all.map(({ level }) => level)
  }
  expect(await audit("'self'")).toEqual(['low'])
  expect(await audit("'nonce-abcdefgh1234'")).toEqual(['medium'])
})

// RFC 6265bis, 4.1.3 and 5.7; OWASP Secure Headers Project; Permissions Policy, 5.2; hstspreload.org.
it.each<[string, string, string[]]>([
  ['Set-Cookie', '__Host-a=1; Secure; HttpOnly; SameSite=Lax; Path=/', []],
  [
    'Set-Cookie',
    '__Host-a=1; Secure; HttpOnly; SameSite=Lax; Path=/x',
    ['sends __Host-a in a way that browsers refuse'],
  ],
  [
    'Set-Cookie',
    '__host-a=1; Secure; HttpOnly; SameSite=Lax; Path=/; Domain=example.com',
    ['sends __host-a in a way that browsers refuse'],
  ],
  ['Set-Cookie', 'a=1; Secure; HttpOnly; SameSite=Any', ['has an unknown SameSite for a']],
  ['Set-Cookie', 'csrftoken=1; Secure; SameSite = Strict', []],
  ['X-AspNet-Version', '4.0', ['tells what the server runs on']],
  ['Feature-Policy', "camera 'none'", ['is ignored by current browsers']],
  ['Permissions-Policy', 'camera none', ['is not a structured field, so it is ignored']],
  [
    'Permissions-Policy',
    'camera=*, geolocation=(self "https://example.com")',
    ['lets every site use camera'],
  ],
  [
    'Strict-Transport-Security',
    'max-age=16000000; includeSubDomains; preload',
    ['asks for the preload list, which needs a year'],
  ],
])('judges %s: %s', async (header, value, messages) => {
  expect(await findings({ [header.toLowerCase()]: value })).toEqual(
    messages.map((message) => `${header} ${message}`),
  )
})
