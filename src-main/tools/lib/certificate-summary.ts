import type { KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { namedValues } from './named-values.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const name = namedValues(z.string(), z.string()).describe(
  'Its name by attribute, such as CN, O and C; several values are joined with a comma',
)

/** The output fields for a certificate. */
export const certificateSummary = z.strictObject({
  subject: name,
  issuer: name,
  serial_number: z.string().describe('Serial number in hexadecimal'),
  valid_from: z.string().describe('Start of its validity, ISO 8601'),
  valid_to: z.string().describe('End of its validity, ISO 8601'),
  names: z
    .array(
      z
        .strictObject({
          type: z.string().describe('DNS, IP Address, URI, email or another kind'),
          value: z.string().describe('The name'),
        })
        .describe('One name'),
    )
    .describe('Subject alternative names: the names it is valid for'),
  is_ca: z.boolean().describe('Whether it may sign other certificates'),
  self_issued: z.boolean().describe('Whether subject and issuer are the same'),
  extended_key_usage: z
    .array(z.string().describe('A purpose'))
    .describe('Allowed uses, by name or else by object identifier'),
  key_type: z.string().describe('Kind of its public key, such as rsa, ec or ed25519'),
  key_bits: z.int().nullable().describe('Size of an RSA or EC key in bits; null for others'),
  key_curve: z.string().nullable().describe('Curve of an EC key; null for others'),
  fingerprint_sha256: z.string().describe('SHA-256 of the certificate, hexadecimal with colons'),
  fingerprint_sha1: z.string().describe('SHA-1 of the certificate, hexadecimal with colons'),
})

// RFC 5280, 4.2.1.12
const PURPOSES: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
}

type KeySummary = Pick<z.output<typeof certificateSummary>, 'key_type' | 'key_bits' | 'key_curve'>

/** Whether its validity can be read: OpenSSL takes a certificate with any text as its times. */
export function hasDates({ validFrom, validTo }: X509Certificate): boolean {
  return !Number.isNaN(Date.parse(validFrom)) && !Number.isNaN(Date.parse(validTo))
}

/** Converts a certificate to the tools' output fields; it must have dates. */
export function summaryOf(certificate: X509Certificate): z.output<typeof certificateSummary> {
  const key = keyOf(certificate)
  return {
    subject: attributesOf(certificate.subject),
    issuer: attributesOf(certificate.issuer),
    serial_number: certificate.serialNumber,
    valid_from: new Date(certificate.validFrom).toISOString(),
    valid_to: new Date(certificate.validTo).toISOString(),
    names: namesOf(certificate.subjectAltName ?? ''),
    is_ca: certificate.ca,
    self_issued: certificate.subject === certificate.issuer,
    extended_key_usage: purposesOf(certificate),
    ...key,
    fingerprint_sha256: certificate.fingerprint256,
    fingerprint_sha1: certificate.fingerprint,
  }
}

// `toLegacyObject` would say all this too, but it ends the whole process at a curve that has no name of NIST's.
function keyOf(certificate: X509Certificate): KeySummary {
  let key: KeyObject
  try {
    key = certificate.publicKey
  } catch {
    // A kind of key that OpenSSL does not know: the rest of the certificate can be read all the same.
    return { key_type: 'unknown', key_bits: null, key_curve: null }
  }
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {}
  const kind = key.asymmetricKeyType ?? 'unknown'
  const bits = kind.startsWith('rsa') ? modulusLength : Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? NaN)
  return {
    key_type: kind,
    key_bits: bits === undefined || Number.isNaN(bits) ? null : bits,
    key_curve: namedCurve ?? null,
  }
}

function purposesOf(certificate: X509Certificate): string[] {
  // The types promise a list, and there is none if the certificate says nothing of its uses.
  const purposes: string[] | undefined = certificate.keyUsage
  return (purposes ?? []).map((oid) => PURPOSES[oid] ?? oid)
}

// One `NAME=value` a line, or several in a line between ` + `; a value is escaped as in RFC 4514.
function attributesOf(name: string | undefined): Record<string, string> {
  const found = new Map<string, string[]>()
  for (const line of (name ?? '').split(/\n| \+ /)) {
    const [key, ...value] = line.split('=')
    if (key) found.set(key, [...(found.get(key) ?? []), unescaped(value.join('='))])
  }
  return Object.fromEntries([...found].map(([key, values]) => [key, values.join(', ')]))
}

function unescaped(value: string): string {
  return value.replace(/(?:\\[\dA-F]{2})+|\\(.)/gi, (escape, sign: string | undefined) =>
    sign === undefined ? Buffer.from(escape.replaceAll('\\', ''), 'hex').toString() : sign,
  )
}

// Node writes `TYPE:value` separated by commas, and quotes a value that contains a comma as JSON
// does.
function namesOf(text: string): { type: string; value: string }[] {
  return [...text.matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/g)].map(
    ([, type = '', value = '']) => ({ type, value: value.startsWith('"') ? unquoted(value) : value }),
  )
}

function unquoted(text: string): string {
  try {
    return String(parseJson(text))
  } catch {
    // OpenSSL's own escapes are not JSON's; the text itself is still the name.
    return text.slice(1, -1)
  }
}
