import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const sha256 = (input: object) => runTool('crypto-hash-sha256', input)

describe('crypto-hash-sha256', () => {
  // NIST, "SHA-256 Example (Two Block Message Sample)" and the long message of FIPS 180-2, appendix B.3.
  it.each([
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published digest of %.20s', async (text, hash) => {
    expect(await sha256({ text })).toEqual({ hash, encoding: 'hex', bytes: text.length })
  })

  it('hashes the UTF-8 bytes of a text, not its UTF-16 units', async () => {
    const inHex = await sha256({ text: 'c3a9f09f9880', input_encoding: 'hex' })
    expect(await sha256({ text: 'é😀' })).toEqual(inHex)
    expect(inHex).toMatchObject({ bytes: 6 })
  })

  it('reads upper-case hexadecimal and unpadded base64 as the same bytes', async () => {
    const abcd = await sha256({ text: 'abcd' })
    expect(await sha256({ text: '61626364'.toUpperCase(), input_encoding: 'hex' })).toEqual(abcd)
    expect(await sha256({ text: 'YWJjZA==', input_encoding: 'base64' })).toEqual(abcd)
    expect(await sha256({ text: 'YWJjZA', input_encoding: 'base64' })).toEqual(abcd)
  })

  it('writes base64url without padding (RFC 4648, 5)', async () => {
    expect(await sha256({ text: 'abc', encoding: 'base64url' })).toMatchObject({
      hash: 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0',
    })
  })

  // Catches: half of a text that is hashed because the rest cannot be decoded.
  it.each([
    ['abc', 'hex'],
    ['zz', 'hex'],
    ['61 62', 'hex'],
    ['0x61', 'hex'],
    ['YWJj!', 'base64'],
    ['YWJjZ', 'base64'],
    ['YWJjZA=', 'base64'],
    ['YW=j', 'base64'],
    ['====', 'base64'],
    ['ungWv48Bz-pB', 'base64'],
  ])('refuses %j as %s', async (text, input_encoding) => {
    await expect(sha256({ text, input_encoding })).rejects.toBeInstanceOf(InvalidInput)
  })

  it.each([{ text: '\ud83d' }, { text: 'a', salt: 'b' }, { text: 1 }, {}, { text: 'a'.repeat(4_194_305) }])(
    'refuses an input outside its schema (%#)',
    async (input) => {
      await expect(sha256(input)).rejects.toThrow()
    },
  )
})
