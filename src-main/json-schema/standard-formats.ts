import * as standard from '@hyperjump/json-schema-formats'
import { isIdnHostname } from 'idn-hostname'
import { fitsFormat } from '../../src-shared/json-schema/schema-assertions.ts'

// 2020-12 Validation, 7.3. `time` is not among them: the package refuses every leap second.
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: standard.isDate,
  'date-time': standard.isDateTime,
  duration: standard.isDuration,
  email: standard.isEmail,
  'idn-email': isIdnEmail,
  hostname: (text) => standard.isHostname(text) && isIdn(text),
  'idn-hostname': isIdn,
  ipv4: standard.isIPv4,
  ipv6: standard.isIPv6,
  uri: (text) => standard.isUri(withKnownHost(text)),
  'uri-reference': (text) => standard.isUriReference(withKnownHost(text)),
  iri: (text) => standard.isIri(withKnownHost(text)),
  'iri-reference': (text) => standard.isIriReference(withKnownHost(text)),
  uuid: standard.isUuid,
  'uri-template': standard.isUriTemplate,
  'json-pointer': standard.isJsonPointer,
  'relative-json-pointer': standard.isRelativeJsonPointer,
  regex: standard.isRegex,
}

// As the package does, which however prints every fault of a host on stdout.
function isIdn(host: string): boolean {
  if (/[.\uFF0E\u3002\uFF61]$/.test(host)) return false
  try {
    return isIdnHostname(host)
  } catch {
    return false
  }
}

function isIdnEmail(text: string): boolean {
  const domain = text.slice(text.lastIndexOf('@') + 1)
  // The package asks its own check of hosts only where this one has found no fault.
  return (domain.startsWith('[') || isIdn(domain)) && standard.isIdnEmail(text)
}

// The package throws for hosts of a future IP version (RFC 3986, 3.2.2), or calls them wrong.
function withKnownHost(text: string): string {
  return text.replace(/(?<=\/\/(?:[^/?#]*@)?)\[v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+\]/i, '[::1]')
}

/** Whether a value has a format, by the standard that JSON Schema names for it. */
export function fitsStandard(format: unknown, value: unknown): boolean {
  const known = Object.hasOwn(FORMATS, String(format)) ? FORMATS[String(format)] : undefined
  if (known === undefined) return fitsFormat(format, value)
  if (typeof value !== 'string') return true
  try {
    return known(value)
  } catch {
    // The package throws for some texts that it cannot take apart, none of which has the format.
    return false
  }
}
