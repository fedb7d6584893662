import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { certificateSummary, hasDates, summaryOf } from '../lib/certificate-summary.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const SAMPLE =
  '-----BEGIN CERTIFICATE-----\n' +
  'MIICRDCCAeqgAwIBAgIIEjRWeJCrze8wCgYIKoZIzj0EAwIwOzELMAkGA1UEBhMC\n' +
  'REUxFTATBgNVBAoMDEV4YW1wbGUgR21iSDEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0\n' +
  'MB4XDTI2MTEyMTEyMTIyMFoXDTM2MTExODEyMTIyMFowOzELMAkGA1UEBhMCREUx\n' +
  'FTATBgNVBAoMDEV4YW1wbGUgR21iSDEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0MFkw\n' +
  'EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEiDWQax4nyZfqT8Zlt1ZlFsjxIsAl8q4q\n' +
  'o2u3Y8WJovYDuWzjVBEy2DU1ggZGGp/P6uAUrc5R4m1vvr/k8hNGCqOB1zCB1DAd\n' +
  'BgNVHQ4EFgQUP6U/isyplapnuzFPf3Mx9+MpzKswHwYDVR0jBBgwFoAUP6U/isyp\n' +
  'lapnuzFPf3Mx9+MpzKswDwYDVR0TAQH/BAUwAwEB/zBVBgNVHREETjBMggxleGFt\n' +
  'cGxlLnRlc3SCDiouZXhhbXBsZS50ZXN0hwTAAAIBhhZodHRwczovL2V4YW1wbGUu\n' +
  'dGVzdC9hgQ5hQGV4YW1wbGUudGVzdDALBgNVHQ8EBAMCAoQwHQYDVR0lBBYwFAYI\n' +
  'KwYBBQUHAwEGCCsGAQUFBwMCMAoGCCqGSM49BAMCA0gAMEUCIEEyt8LO/uuN/rVl\n' +
  'CXU9O8yg23etYEJ1X6zB3WpQ2cHTAiEA0P6rtxqmeEOCom9bUQrMxaKnh7bBFqmX\n' +
  'HzuEU9mfY64=\n' +
  '-----END CERTIFICATE-----'

const SUMMARY = {
  subject: { C: 'DE', O: 'Example GmbH', CN: 'example.test' },
  issuer: { C: 'DE', O: 'Example GmbH', CN: 'example.test' },
  serial_number: '1234567890ABCDEF',
  valid_from: '2026-11-21T12:12:20.000Z',
  valid_to: '2036-11-18T12:12:20.000Z',
  names: [
    { type: 'DNS', value: 'example.test' },
    { type: 'DNS', value: '*.example.test' },
    { type: 'IP Address', value: '192.0.2.1' },
    { type: 'URI', value: 'https://example.test/a' },
    { type: 'email', value: 'a@example.test' },
  ],
  is_ca: true,
  self_issued: true,
  extended_key_usage: ['serverAuth', 'clientAuth'],
  key_type: 'ec',
  key_bits: 256,
  key_curve: 'prime256v1',
  fingerprint_sha256:
    '51:5F:ED:D1:94:DF:97:F4:36:1C:70:3E:33:E7:56:17:' + '3E:23:FB:08:87:18:F0:AF:C9:09:F1:84:B9:00:94:C2',
  fingerprint_sha1: '0C:A3:32:4B:97:35:C7:7D:A3:A0:6B:D4:6D:69:81:22:E7:6D:D3:47',
}

export default defineTool({
  slug: 'crypto-cert-parse',
  title: 'Read a certificate',
  summary: 'Reads X.509 certificates in PEM or base64: names, validity, key, purposes and fingerprints.',
  searchWords: [
    'x.509',
    'x509',
    'pem',
    'ssl certificate file',
    'tls',
    'crt',
    'issuer',
    'subject',
    'expiry date',
    'inspect cert',
    'fingerprint',
    'valid until',
    'der',
    'cer file',
    'san',
    'public key details',
    'who issued a certificate',
    'look inside a certificate',
    'decode a pem',
    'serial number',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  mainField: 'certificate',
  related: ['net-ssl-check', 'crypto-keypair-generate'],
  takes: { certificate: ['pem'] },
  firstFor: ['pem'],
  gives: 'json',
  mainOutput: 'certificates',

  input: z.strictObject({
    certificate: z
      .string()
      .min(1)
      .max(256 * 1024)
      .describe('One or several certificates in PEM, at most 20; or one in DER as base64'),
  }),
  output: z.strictObject({
    certificates: z
      .array(certificateSummary.describe('A certificate'))
      .describe('The certificates, in their order; signatures have not been checked'),
  }),

  // Made with openssl req -x509, and read with openssl x509 -text -fingerprint.
  examples: [
    {
      title: 'A certificate in PEM',
      input: { certificate: SAMPLE },
      output: { certificates: [SUMMARY] },
    },
    {
      title: 'The same in DER',
      input: { certificate: SAMPLE.replace(/-----.*?-----|\n/g, '') },
      output: { certificates: [SUMMARY] },
    },
    {
      title: 'A chain of two, with text in between',
      input: { certificate: `Leaf:\n${SAMPLE}\nIssuer:\n${SAMPLE}` },
      output: { certificates: [SUMMARY, SUMMARY] },
    },
  ],

  handler: ({ certificate }) => {
    const blocks = certificate.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
    if (blocks !== null && blocks.length > MAX_CERTIFICATES)
      throw new InvalidInput('certificate', `At most ${MAX_CERTIFICATES} certificates can be read at once`)
    if (blocks !== null) return { certificates: blocks.map((block) => summaryOf(read(block))) }
    if (certificate.includes('-----BEGIN '))
      throw new InvalidInput(
        'certificate',
        'This PEM text contains no certificate; send a block that starts with -----BEGIN ' +
          'CERTIFICATE-----',
      )
    return { certificates: [summaryOf(read(Buffer.from(certificate, 'base64')))] }
  },
})

const MAX_CERTIFICATES = 20

function read(source: string | Buffer): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(source)
  } catch {
    throw new InvalidInput('certificate', 'This is not an X.509 certificate; send PEM, or DER as base64')
  }
  if (hasDates(certificate)) return certificate
  throw new InvalidInput(
    'certificate',
    'This certificate says no date from which or until which it is valid',
  )
}
