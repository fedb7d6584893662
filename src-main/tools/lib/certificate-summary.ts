import type { X509Certificate } from 'node:crypto'
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

/** Converts a certificate to the tools' output fields. */
export function summaryOf(certificate: X509Certificate): z.output<typeof certificateSummary> {
  const { subject, issuer, bits, ext_key_usage } = certificate.toLegacyObject()
  const details = certificate.publicKey.asymmetricKeyDetails
  const kind = certificate.publicKey.asymmetricKeyType ?? 'unknown'
  return {
    subject: joined(subject),
    issuer: joined(issuer),
    serial_number: certificate.serialNumber,
    valid_from: new Date(certificate.validFrom).toISOString(),
    valid_to: new Date(certificate.validTo).toISOString(),
    names: namesOf(certificate.subjectAltName ?? ''),
    is_ca: certificate.ca,
    self_issued: certificate.subject === certificate.issuer,
    extended_key_usage: (ext_key_usage ?? []).map((oid) => PURPOSES[oid] ?? oid),
    key_type: kind,
    key_bits: kind === 'ec' || kind.startsWith('rsa') ? (bits ?? details?.modulusLength ?? null) : null,
    key_curve: details?.namedCurve ?? null,
    fingerprint_sha256: certificate.fingerprint256,
    fingerprint_sha1: certificate.fingerprint,
  }
}

function joined(names: object | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names ?? {}).map(([key, value]: [string, unknown]) => [key, [value].flat().join(', ')]),
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
