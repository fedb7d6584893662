import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { falseLabelOf } from './encoded-labels.ts'

/** An address whose syntax is right, or the sentence that says what is wrong with it. */
export type CheckedAddress =
  | { readonly local: string; readonly domain: string; readonly ascii: string; readonly fault: null }
  | { readonly fault: string }

/** What a local part may be made of (RFC 5322, 3.2.3; RFC 6531, 3.3), apart from its dots. */
const ATEXT = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u00a1-\u{10ffff}-]+$/u
const QUOTED = /^"(?:[\x20!#-[\]-~\u00a1-\u{10ffff}]|\\[\x20-~])*"$/u
/** What nobody can see or type: marks of direction, those without a width, and code points that are not assigned. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Cn}|\p{Co}/u
/** Signs that UTS #46 takes for a dot between labels. */
const DOTS = /[.\u3002\uff0e\uff61]/
/** RFC 5322, 3.2.5: words before the brackets, or a text in quotes. */
const DISPLAY_NAME =
  /^(?:"(?:[^"\\\r\n]|\\[^\r\n])*"|[^\p{Cc}()<>@,;:\\".[\]]+(?:\.[^\p{Cc}()<>@,;:\\".[\]]*)*)?\s*$/u

/**
 * Checks the syntax of an address as it is sent by SMTP (RFC 5321, 4.1.2, and RFC 6531 for letters
 * beyond ASCII), with a domain name of at least two labels.
 */
export function checkAddress(text: string, allowName: boolean, allowIp: boolean): CheckedAddress {
  const named = allowName ? /^(.*?)<([^<>]*)>\s*$/su.exec(text) : null
  if (named && !DISPLAY_NAME.test(named[1]!))
    return { fault: 'The name before the brackets has a sign that must be in quotes (RFC 5322, 3.2.5)' }
  return checkBare(named ? named[2]! : text, allowIp)
}

function checkBare(address: string, allowIp: boolean): CheckedAddress {
  const at = address.lastIndexOf('@')
  if (at === -1) return { fault: 'The address needs an @' }
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const fault = localFault(local) ?? (domain === '' ? 'The part after the @ is empty' : null)
  if (fault !== null) return { fault }
  const checked = domain.startsWith('[') ? checkLiteral(domain, allowIp) : checkDomain(domain)
  if ('fault' in checked) return checked
  if (Buffer.byteLength(local) + 1 + checked.ascii.length > 254)
    return { fault: 'The address is longer than 254 bytes (RFC 5321, 4.5.3.1.3)' }
  return { local, ...checked, fault: null }
}

function localFault(local: string): string | null {
  if (local === '') return 'The part before the @ is empty'
  if (Buffer.byteLength(local) > 64)
    return 'The part before the @ is longer than 64 bytes (RFC 5321, 4.5.3.1.1)'
  if (local.startsWith('"'))
    return QUOTED.test(local)
      ? null
      : 'The part before the @ begins with a quote and is not a quoted text (RFC 5321, 4.1.2, Quoted-string)'
  if (/^\.|\.$|\.\./.test(local))
    return 'The part before the @ must not begin or end with a dot, or have two in a row'
  if (/\s/u.test(local)) return 'The address must not contain white space'
  if (local.includes('@')) return 'The address has a second @, which must be in quotes'
  const [unseen] = UNSEEN.exec(local) ?? /^\p{M}/u.exec(local) ?? []
  if (unseen !== undefined) return `The part before the @ has ${nameOf(unseen)}, which cannot be seen`
  // RFC 6532, 3.1: it is in form C, in which some signs are others.
  const wrong = [...local.normalize('NFC')].find((sign) => sign !== '.' && !ATEXT.test(sign))
  return wrong === undefined
    ? null
    : `The part before the @ has ${nameOf(wrong)}, which must be in quotes (RFC 5321, 4.1.2, Atom)`
}

type CheckedDomain = { readonly domain: string; readonly ascii: string } | { readonly fault: string }

// RFC 5321, 4.1.3
function checkLiteral(text: string, allowIp: boolean): CheckedDomain {
  const inner = /^\[([^[\]]*)\]$/.exec(text)?.[1]
  const v6 = /^ipv6:(.*)$/i.exec(inner ?? '')?.[1]
  const isAddress = v6 === undefined ? isIP(inner ?? '') === 4 : isIP(v6) === 6 && !v6.includes('%')
  if (!isAddress)
    return {
      fault: 'The brackets must hold an IPv4 address, or IPv6: and an IPv6 address (RFC 5321, 4.1.3)',
    }
  if (!allowIp)
    return { fault: 'The domain is an IP address, which is accepted only with `allow_ip_domain`' }
  const domain = v6 === undefined ? text : `[IPv6:${v6.toLowerCase()}]`
  return { domain, ascii: domain }
}

function checkDomain(text: string): CheckedDomain {
  const domain = text.toLowerCase()
  if (/\s/u.test(domain)) return { fault: 'The address must not contain white space' }
  const labels = domain.split(DOTS)
  if (labels.includes(''))
    return { fault: 'The domain must not begin or end with a dot, or have two in a row' }
  if (labels.length < 2) return { fault: 'The domain needs a dot, such as example.com' }
  if (/^\d+$/.test(labels.at(-1)!))
    return { fault: 'The last part of the domain must not be a number; an IP address goes in brackets' }
  const ascii = /^[\x21-\x7e]*$/.test(domain) && !domain.includes('xn--') ? domain : domainToASCII(domain)
  if (ascii === '') return { fault: 'The domain has letters that IDNA does not allow (RFC 5891)' }
  if (ascii.length > 253) return { fault: 'The domain is longer than 253 characters (RFC 1035, 2.3.4)' }
  for (const label of ascii.split('.')) {
    if (label === '')
      return { fault: 'A part of the domain is made of letters that are left out (UTS #46)' }
    if (label.length > 63)
      return { fault: 'A part of the domain is longer than 63 characters (RFC 1035, 2.3.4)' }
    if (/^-|-$/.test(label))
      return { fault: 'A part of the domain begins or ends with a hyphen (RFC 1123, 2.1)' }
    const wrong = [...label].find((sign) => !/[a-z0-9-]/.test(sign))
    if (wrong !== undefined)
      return {
        fault: `The domain has ${nameOf(wrong)}; it may have letters, digits and hyphens (RFC 1123, 2.1)`,
      }
  }
  const falseLabel = falseLabelOf(ascii)
  if (falseLabel !== null)
    return { fault: `The domain has ${falseLabel}, which encodes no letters (RFC 5891, 4.4)` }
  return { domain: ascii === domain ? domain : domainToUnicode(ascii), ascii }
}

function nameOf(sign: string): string {
  if (/^[\x21-\x7e]$/.test(sign)) return sign
  return `the character U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
