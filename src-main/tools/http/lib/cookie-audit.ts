import { found, type HeaderFinding } from './header-finding.ts'

/** A cookie of this name is often for a script that sends it back, as a proof of where a request comes from. */
const FOR_SCRIPTS = /csrf|xsrf/i

/** What a `Set-Cookie` leaves open, and why browsers would refuse it (RFC 6265bis, 5.5 and 5.7). */
export function cookieFindings(cookie: string, isHttps: boolean): HeaderFinding[] {
  const [pair = '', ...parts] = cookie.split(';').map((part) => part.trim())
  const name = pair.split('=')[0]!.slice(0, 60)
  const attributes = new Map(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=')
      return [key.trim().toLowerCase(), rest.join('=').trim().toLowerCase()] as const
    }),
  )
  const isSecure = attributes.has('secure')
  const weak = (level: HeaderFinding['level'], message: string, fix: string) =>
    found('Set-Cookie', level, message, fix)
  return [
    ...(isHttps && !isSecure ? weak('medium', `sends ${name} without Secure`, 'Add Secure') : []),
    ...(attributes.has('httponly') || FOR_SCRIPTS.test(name)
      ? []
      : weak('low', `lets scripts read ${name}`, 'Add HttpOnly')),
    ...siteFindings(attributes.get('samesite'), name, isSecure),
    ...prefixFindings(name, attributes),
  ]
}

function siteFindings(sameSite: string | undefined, name: string, isSecure: boolean): HeaderFinding[] {
  if (sameSite === undefined)
    return found('Set-Cookie', 'low', `has no SameSite for ${name}`, 'Add SameSite=Lax')
  if (!['strict', 'lax', 'none'].includes(sameSite))
    return found('Set-Cookie', 'low', `has an unknown SameSite for ${name}`, 'Write SameSite=Lax')
  return sameSite === 'none' && !isSecure
    ? found('Set-Cookie', 'medium', `has SameSite=None for ${name} without Secure`, 'Add Secure')
    : []
}

// RFC 6265bis, 4.1.3: prefixes in any case, whose cookies browsers refuse otherwise.
function prefixFindings(name: string, attributes: ReadonlyMap<string, string>): HeaderFinding[] {
  if (!/^__host-/i.test(name)) return []
  const isBound = attributes.get('path') === '/' && (attributes.get('domain') ?? '') === ''
  return isBound
    ? []
    : found(
        'Set-Cookie',
        'medium',
        `sends ${name} in a way that browsers refuse`,
        'Send it with Path=/ and without Domain',
      )
}
