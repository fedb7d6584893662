import { cookieFindings } from './cookie-audit.ts'
import { frameAncestorsOf, weaknessesOf } from './csp-audit.ts'
import { found, type HeaderFinding } from './header-finding.ts'

/** Headers of a response: names in lower case, each with its values. */
export type HeaderMap = ReadonlyMap<string, readonly string[]>

const HALF_A_YEAR_SECONDS = 15_768_000
const A_YEAR_SECONDS = 31_536_000

// W3C, Referrer Policy, 3.
const REFERRER_POLICIES = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
]

/** Missing and weak headers of a response, by OWASP's Secure Headers Project. */
export function auditHeaders(headers: HeaderMap, isHttps: boolean): HeaderFinding[] {
  const valueOf = (name: string): string | undefined => headers.get(name)?.join(', ')
  return [
    ...(isHttps ? transport(valueOf('strict-transport-security')) : []),
    ...weaknessesOf(headers.get('content-security-policy')),
    ...framing(valueOf('x-frame-options'), headers.get('content-security-policy')),
    ...exact(valueOf('x-content-type-options'), 'X-Content-Type-Options', 'nosniff', 'medium'),
    ...referrer(valueOf('referrer-policy')),
    ...permissions(valueOf('permissions-policy')),
    ...openers(valueOf('cross-origin-opener-policy')),
    ...sharing(valueOf('access-control-allow-origin'), valueOf('access-control-allow-credentials')),
    ...(headers.get('set-cookie') ?? []).flatMap((cookie) => cookieFindings(cookie, isHttps)),
    ...disclosures(headers),
    ...formerHeaders(headers),
  ]
}

// RFC 6797, 6.1 and 8.1: names in any case, each once; only the first header counts.
function transport(value: string | undefined): HeaderFinding[] {
  const header = 'Strict-Transport-Security'
  const fix = 'Send max-age=31536000; includeSubDomains'
  if (value === undefined)
    return found(header, 'high', 'is missing, so the first request can be kept off HTTPS', fix)
  const directives = value
    .split(',')[0]!
    .split(';')
    .flatMap((part) => {
      const [name = '', ...rest] = part.trim().split('=')
      return name === '' ? [] : [[name.trim().toLowerCase(), rest.join('=').trim()] as const]
    })
  const names = directives.map(([name]) => name)
  if (new Set(names).size < names.length)
    return found(header, 'high', 'has a directive twice, so it is ignored', fix)
  const age = /^(?:"(\d+)"|(\d+))$/.exec(new Map(directives).get('max-age') ?? '')
  if (age === null) return found(header, 'high', 'has no max-age in seconds, so it is ignored', fix)
  const seconds = Number(age[1] ?? age[2])
  if (seconds === 0) return found(header, 'high', 'turns itself off with max-age=0', fix)
  if (seconds < HALF_A_YEAR_SECONDS) return found(header, 'medium', 'lasts less than half a year', fix)
  if (!names.includes('includesubdomains')) return found(header, 'low', 'leaves out subdomains', fix)
  // The list of browsers takes a site for a year at least (hstspreload.org).
  return names.includes('preload') && seconds < A_YEAR_SECONDS
    ? found(header, 'info', 'asks for the preload list, which needs a year', fix)
    : []
}

// HTML, "X-Frame-Options": of several different values none may be left out, and any that is known forbids framing.
function framing(value: string | undefined, policies: readonly string[] | undefined): HeaderFinding[] {
  const header = 'X-Frame-Options'
  const ancestors = frameAncestorsOf(policies ?? [])
  const fix = "Send frame-ancestors 'none' in the Content-Security-Policy, or DENY here"
  // Browsers ignore X-Frame-Options beside a frame-ancestors.
  if (ancestors === 'limited') return []
  if (ancestors === 'open')
    return found('Content-Security-Policy', 'medium', 'lets any site frame the page', fix)
  if (value === undefined) return found(header, 'medium', 'is missing, so any site can frame the page', fix)
  const values = value.split(',').map((one) => one.trim().toLowerCase())
  // RFC 7034 had ALLOW-FROM, which browsers no longer support.
  return values.includes('deny') || values.includes('sameorigin')
    ? []
    : found(header, 'medium', 'has a value that browsers ignore', fix)
}

function exact(
  value: string | undefined,
  header: string,
  wanted: string,
  level: HeaderFinding['level'],
): HeaderFinding[] {
  // Of several values the first one counts (Fetch, "determine nosniff").
  if (value?.split(',')[0]!.trim().toLowerCase() === wanted) return []
  return found(
    header,
    level,
    value === undefined ? 'is missing' : 'has a value that browsers ignore',
    `Send ${wanted}`,
  )
}

function referrer(value: string | undefined): HeaderFinding[] {
  const header = 'Referrer-Policy'
  const fix = 'Send strict-origin-when-cross-origin or no-referrer'
  if (value === undefined) return found(header, 'low', 'is missing', fix)
  // In a list, the last value that a browser knows applies.
  const last = value
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .findLast((one) => REFERRER_POLICIES.includes(one))
  if (last === undefined) return found(header, 'low', 'has a value that browsers ignore', fix)
  const isOpen = last === 'unsafe-url' || last === 'no-referrer-when-downgrade'
  return isOpen ? found(header, 'medium', 'sends full URLs to other sites', fix) : []
}

// HTML, "cross-origin opener policies"; parameters follow a semicolon.
function openers(value: string | undefined): HeaderFinding[] {
  const header = 'Cross-Origin-Opener-Policy'
  const fix = 'Send same-origin'
  if (value === undefined) return found(header, 'low', 'is missing', fix)
  const policy = value.split(';')[0]!.trim()
  if (policy === 'unsafe-none') return found(header, 'low', 'switches itself off with unsafe-none', fix)
  return ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'].includes(policy)
    ? []
    : found(header, 'low', 'has a value that browsers ignore', fix)
}

function sharing(origin: string | undefined, credentials: string | undefined): HeaderFinding[] {
  const header = 'Access-Control-Allow-Origin'
  const fix = 'Name the origins that need it'
  if (origin === 'null')
    return found(header, 'high', 'allows null, which every sandboxed page matches', fix)
  if (origin !== '*') return []
  return credentials?.toLowerCase() === 'true'
    ? found(header, 'medium', 'is * with credentials, which browsers reject', fix)
    : found(header, 'info', 'lets every site read the response', 'Keep it only for public content')
}

/** Headers that tell what a server runs on (OWASP Secure Headers Project). */
const DISCLOSING: Readonly<Record<string, string>> = {
  'x-powered-by': 'X-Powered-By',
  'x-aspnet-version': 'X-AspNet-Version',
  'x-aspnetmvc-version': 'X-AspNetMvc-Version',
  'x-generator': 'X-Generator',
  'x-powered-cms': 'X-Powered-CMS',
}
/** Headers that browsers have given up, and what is there instead. */
const FORMER: Readonly<Record<string, readonly [label: string, fix: string]>> = {
  'expect-ct': ['Expect-CT', 'Leave it out; browsers always check'],
  'feature-policy': ['Feature-Policy', 'Send Permissions-Policy'],
  'public-key-pins': ['Public-Key-Pins', 'Leave it out'],
  'x-download-options': ['X-Download-Options', 'Leave it out'],
}

function disclosures(headers: HeaderMap): HeaderFinding[] {
  const server = /\d/.test(headers.get('server')?.join() ?? '')
    ? found('Server', 'low', 'tells the version of the server', 'Leave it out')
    : []
  const disclosing = Object.entries(DISCLOSING).flatMap(([name, label]) =>
    headers.has(name) ? found(label, 'low', 'tells what the server runs on', 'Leave it out') : [],
  )
  return [...server, ...disclosing]
}

function formerHeaders(headers: HeaderMap): HeaderFinding[] {
  const former = Object.entries(FORMER).flatMap(([name, [label, fix]]) =>
    headers.has(name) ? found(label, 'info', 'is ignored by current browsers', fix) : [],
  )
  const filter = headers.get('x-xss-protection')?.join().trim()
  const said = 'is ignored by current browsers and can be misused in old ones'
  return filter === undefined || filter.startsWith('0')
    ? former
    : [...former, ...found('X-XSS-Protection', 'info', said, 'Send 0 or leave it out')]
}

// Permissions Policy, 5.2: a dictionary of structured fields (RFC 9651), all of which is ignored for one mistake.
function permissions(value: string | undefined): HeaderFinding[] {
  const header = 'Permissions-Policy'
  const fix = 'Name what the page needs: camera=(), geolocation=()'
  if (value === undefined) return found(header, 'low', 'is missing', fix)
  const member = /^\s*[a-z*][\w.*-]*(?:=(?:\*|[\w:/-]+|"[^"]*"|\((?:[^()"]|"[^"]*")*\)))?(?:;[^,]*)?\s*$/
  const members = value.match(/(?:[^,"]|"[^"]*")+/g) ?? []
  if (!members.every((one) => member.test(one)))
    return found(header, 'low', 'is not a structured field, so it is ignored', fix)
  const open = members.flatMap((one) => /^\s*([\w-]+)=\(?\*/.exec(one)?.[1] ?? [])
  return open.flatMap((name) => found(header, 'low', `lets every site use ${name}`, `Send ${name}=(self)`))
}
