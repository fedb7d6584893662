import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * The first part of a domain in ASCII that begins with xn-- and encodes nothing that IDNA allows.
 * @returns null if there is none
 */
export function falseLabelOf(domain: string): string | null {
  return domain.split('.').find((label) => /^xn--/i.test(label) && !isEncoded(label)) ?? null
}

// RFC 5891, 4.4: what it decodes to must be encoded as it is written. Node leaves what it cannot decode.
function isEncoded(label: string): boolean {
  const decoded = domainToUnicode(label)
  return !/^xn--/i.test(decoded) && domainToASCII(decoded) === label.toLowerCase()
}
