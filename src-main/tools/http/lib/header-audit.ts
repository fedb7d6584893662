import parseCsp from 'content-security-policy-parser'

export interface HeaderFinding {
  readonly header: string
  readonly level: 'high' | 'medium' | 'low' | 'info'
  readonly message: string
  readonly fix: string
}

/** Headers of a response: names in lower case, each with its values. */
export type HeaderMap = ReadonlyMap<string, readonly string[]>

const HALF_A_YEAR_SECONDS = 15_768_000

/** Missing and weak headers of a response, by OWASP's Secure Headers Project. */
export function auditHeaders(headers: HeaderMap, isHttps: boolean): HeaderFinding[] {
  const valueOf = (name: string): string | undefined => headers.get(name)?.join(', ')
  return [
    ...(isHttps ? transport(valueOf('strict-transport-security')) : []),
    ...policy(headers.get('content-security-policy')),
    ...framing(valueOf('x-frame-options'), headers.get('content-security-policy')),
    ...exact(valueOf('x-content-type-options'), 'X-Content-Type-Options', 'nosniff', 'medium'),
    ...referrer(valueOf('referrer-policy')),
    ...missing(
      valueOf('permissions-policy'),
      'Permissions-Policy',
      'Name what the page needs: camera=(), geolocation=()',
    ),
    ...missing(valueOf('cross-origin-opener-policy'), 'Cross-Origin-Opener-Policy', 'Send same-origin'),
    ...sharing(valueOf('access-control-allow-origin'), valueOf('access-control-allow-credentials')),
    ...(headers.get('set-cookie') ?? []).flatMap((cookie) => cookieFindings(cookie, isHttps)),
    ...disclosures(headers),
  ]
}

function found(
  header: string,
  level: HeaderFinding['level'],
  message: string,
  fix: string,
): HeaderFinding[] {
  return [{ header, level, message, fix }]
}

function missing(value: string | undefined, header: string, fix: string): HeaderFinding[] {
  return value === undefined ? found(header, 'low', 'is missing', fix) : []
}

// RFC 6797, 6.1.
function transport(value: string | undefined): HeaderFinding[] {
  const header = 'Strict-Transport-Security'
  const fix = 'Send max-age=31536000; includeSubDomains'
  if (value === undefined)
    return found(header, 'high', 'is missing, so the first request can be kept off HTTPS', fix)
  const age = /(?:^|[;\s])max-age\s*=\s*"?(\d+)/i.exec(value)?.[1]
  if (age === undefined) return found(header, 'high', 'has no max-age, so it is ignored', fix)
  if (Number(age) === 0) return found(header, 'high', 'turns itself off with max-age=0', fix)
  if (Number(age) < HALF_A_YEAR_SECONDS) return found(header, 'medium', 'lasts less than half a year', fix)
  return /includesubdomains/i.test(value) ? [] : found(header, 'low', 'leaves out subdomains', fix)
}

function policy(values: readonly string[] | undefined): HeaderFinding[] {
  const header = 'Content-Security-Policy'
  if (values === undefined)
    return found(header, 'high', 'is missing', "Begin with default-src 'self'; object-src 'none'")
  const policies = values.flatMap((value) => value.split(',')).map((text) => parseCsp(text))
  // All policies apply at once, so a single strict one is enough.
  const weaknesses = policies.map(weaknessesOf)
  return weaknesses.reduce((best, one) => (one.length < best.length ? one : best), weaknesses[0] ?? [])
}

function weaknessesOf(csp: ReadonlyMap<string, readonly string[]>): HeaderFinding[] {
  const header = 'Content-Security-Policy'
  const scripts = (csp.get('script-src') ?? csp.get('default-src'))?.map((source) => source.toLowerCase())
  const objects = csp.get('object-src') ?? csp.get('default-src')
  const findings: HeaderFinding[] = []
  if (!scripts) findings.push(...found(header, 'high', 'limits no scripts', "Add script-src 'self'"))
  // With a nonce or hash, browsers ignore 'unsafe-inline' (CSP 3, 6.7.3.2).
  const isKeyed = scripts?.some((source) => /^'(nonce-|sha(256|384|512)-|strict-dynamic')/.test(source))
  if (scripts?.includes("'unsafe-inline'") && !isKeyed)
    findings.push(
      ...found(header, 'high', "allows inline scripts with 'unsafe-inline'", 'Use nonces or hashes'),
    )
  if (scripts?.includes("'unsafe-eval'"))
    findings.push(...found(header, 'medium', "allows eval with 'unsafe-eval'", 'Leave it out'))
  const wide = scripts?.find((source) => /^(\*|https?:|data:|blob:|https?:\/\/\*)$/.test(source))
  if (wide !== undefined && !scripts?.includes("'strict-dynamic'"))
    findings.push(
      ...found(header, 'high', `allows scripts from anywhere with ${wide}`, 'Name the hosts you need'),
    )
  if (!objects) findings.push(...found(header, 'low', 'limits no plug-ins', "Add object-src 'none'"))
  if (!csp.has('base-uri'))
    findings.push(...found(header, 'low', 'leaves the base address open', "Add base-uri 'none'"))
  return findings
}

function framing(value: string | undefined, policies: readonly string[] | undefined): HeaderFinding[] {
  const header = 'X-Frame-Options'
  const hasAncestors = policies?.some((text) =>
    text.split(',').some((one) => parseCsp(one).has('frame-ancestors')),
  )
  if (hasAncestors) return []
  const fix = "Send frame-ancestors 'none' in the Content-Security-Policy, or DENY here"
  if (value === undefined) return found(header, 'medium', 'is missing, so any site can frame the page', fix)
  // RFC 7034 had ALLOW-FROM, which browsers no longer support.
  return /^(deny|sameorigin)$/i.test(value.trim())
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
  const last = value.split(',').at(-1)!.trim().toLowerCase()
  const isOpen = last === 'unsafe-url' || last === 'no-referrer-when-downgrade'
  return isOpen ? found(header, 'medium', 'sends full URLs to other sites', fix) : []
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
