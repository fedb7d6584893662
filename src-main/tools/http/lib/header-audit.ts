import { frameAncestorsOf, weaknessesOf } from './csp-audit.ts'
import { found, type HeaderFinding } from './header-finding.ts'

/** Headers of a response: names in lower case, each with its values. */
export type HeaderMap = ReadonlyMap<string, readonly string[]>

const HALF_A_YEAR_SECONDS = 15_768_000

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
    ...missing(
      valueOf('permissions-policy'),
      'Permissions-Policy',
      'Name what the page needs: camera=(), geolocation=()',
    ),
    ...openers(valueOf('cross-origin-opener-policy')),
    ...sharing(valueOf('access-control-allow-origin'), valueOf('access-control-allow-credentials')),
    ...(headers.get('set-cookie') ?? []).flatMap((cookie) => cookieFindings(cookie, isHttps)),
    ...disclosures(headers),
  ]
}

function missing(value: string | undefined, header: string, fix: string): HeaderFinding[] {
  return value === undefined ? found(header, 'low', 'is missing', fix) : []
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
  return names.includes('includesubdomains') ? [] : found(header, 'low', 'leaves out subdomains', fix)
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

function cookieFindings(cookie: string, isHttps: boolean): HeaderFinding[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const name = pair.split('=')[0]!.slice(0, 60)
  const has = (wanted: string): boolean => attributes.some((one) => one.toLowerCase() === wanted)
  const sameSite = attributes
    .find((one) => /^samesite=/i.test(one))
    ?.split('=')[1]
    ?.toLowerCase()
  const wrong: HeaderFinding[] = []
  if (isHttps && !has('secure'))
    wrong.push(...found('Set-Cookie', 'medium', `sends ${name} without Secure`, 'Add Secure'))
  if (!has('httponly'))
    wrong.push(...found('Set-Cookie', 'low', `lets scripts read ${name}`, 'Add HttpOnly'))
  if (sameSite === undefined)
    wrong.push(...found('Set-Cookie', 'low', `has no SameSite for ${name}`, 'Add SameSite=Lax'))
  if (sameSite === 'none' && !has('secure'))
    wrong.push(
      ...found('Set-Cookie', 'medium', `has SameSite=None for ${name} without Secure`, 'Add Secure'),
    )
  return wrong
}

function disclosures(headers: HeaderMap): HeaderFinding[] {
  const discloses = (name: string, label: string, level: HeaderFinding['level']): HeaderFinding[] =>
    /\d/.test(headers.get(name)?.join() ?? '')
      ? found(label, level, 'tells the version of the server', 'Leave it out')
      : []
  const powered = headers.has('x-powered-by')
    ? found('X-Powered-By', 'low', 'tells what the server runs on', 'Leave it out')
    : []
  const oldFilter = headers.get('x-xss-protection')?.join().trim()
  const filter =
    oldFilter !== undefined && !oldFilter.startsWith('0')
      ? found(
          'X-XSS-Protection',
          'info',
          'is ignored by current browsers and can be misused in old ones',
          'Send 0 or leave it out',
        )
      : []
  return [...discloses('server', 'Server', 'low'), ...powered, ...filter]
}
