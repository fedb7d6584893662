import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ODD_CERTIFICATE } from '../../../support/network/test-certificate.ts'
import { outcomeOf } from '../../../support/tools/law-tools.ts'

const parse = (certificate: string) => outcomeOf('crypto-cert-parse', { certificate })

describe('crypto-cert-parse', () => {
  // What openssl x509 -text -fingerprint says.
  it('reads a key on a curve without a name of NIST, and the signs of a name', async () => {
    const name = { CN: 'odd.test', O: 'Müller, "B" + C\\', OU: 'x, y' }
    expect(await parse(ODD_CERTIFICATE)).toMatchObject({
      data: {
        certificates: [
          {
            subject: name,
            issuer: name,
            serial_number: '10D67987CE28122C641E69B798B11E5A2418E27C',
            is_ca: true,
            extended_key_usage: ['serverAuth', '1.2.3.4'],
            key_type: 'ec',
            key_bits: 256,
            key_curve: 'secp256k1',
            fingerprint_sha1: 'DF:67:9A:27:C5:02:39:92:AC:F4:7E:8A:8F:24:67:6C:EC:9D:7D:55',
          },
        ],
      },
    })
  })

  it('reads or refuses a certificate with any byte changed', async () => {
    const der = new X509Certificate(ODD_CERTIFICATE).raw
    for (let place = 0; place < der.length; place++) {
      const changed = Buffer.from(der)
      changed[place]! ^= 0x55
      const outcome = await parse(changed.toString('base64'))
      if ('refused' in outcome)
        expect(outcome.refused).toMatch(/^This (?:is not an X.509|certificate says no date)/)
    }
  })
})
