import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('crypto-hash-sha512', () => {
  // NIST, "Examples with Intermediate Values" for SHA-512, and a million a's from FIPS 180-2, C.3.
  it('gives the digest of a million letters', async () => {
    expect(await runTool('crypto-hash-sha512', { text: 'a'.repeat(1_000_000) })).toMatchObject({
      hash:
        'e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb' +
        'de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b',
    })
  })

  // Catches: a hash of as much as could be read.
  it('refuses bytes that cannot be decoded', async () => {
    for (const input of [
      { text: 'abc', input_encoding: 'hex' },
      { text: 'a b', input_encoding: 'base64' },
      { text: 'a+b=', input_encoding: 'base64url' },
    ])
      await expect(runTool('crypto-hash-sha512', input)).rejects.toMatchObject({ path: 'text' })
  })
})

describe('crypto-checksum', () => {
  // CRC: the check values of the CRC catalogue (CRC-32/ISO-HDLC, CRC-32/ISCSI, CRC-64/XZ); Adler-32: Wikipedia;
  // SHA-1, SHA-2, SHA-3: NIST's examples; Keccak: the Ethereum yellow paper's hash of nothing; BLAKE2: RFC 7693;
  // RIPEMD-160: its authors' page; xxHash: its sanity tests; SM3: GM/T 0004, A.1.
  it.each([
    ['crc32', '123456789', 'cbf43926'],
    ['crc32c', '123456789', 'e3069283'],
    ['crc64', '123456789', '995dc9bbdf1939fa'],
    ['adler32', 'Wikipedia', '11e60398'],
    ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['sha224', 'abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
    [
      'sha384',
      'abc',
      'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
    ],
    ['sha3-224', '', '6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7'],
    ['sha3-256', '', 'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a'],
    [
      'sha3-512',
      '',
      'a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6' +
        '15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26',
    ],
    ['keccak-256', '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    [
      'blake2b',
      'abc',
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
        '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    ],
    ['blake2s', 'abc', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982'],
    ['ripemd160', 'abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
    ['xxhash32', '', '02cc5d05'],
    ['xxhash64', '', 'ef46db3751d8e999'],
    ['xxhash3', '', '2d06800538d394c2'],
    ['xxhash128', '', '99aa06d3014798d86001c324468d497f'],
    ['sm3', 'abc', '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'],
  ])('knows %s', async (algorithm, text, checksum) => {
    expect(await runTool('crypto-checksum', { text, algorithm })).toMatchObject({ checksum })
  })

  it('says so when a checksum differs, whatever its length', async () => {
    for (const expected of ['00000000', 'cbf439', 'CBF43927'])
      expect(await runTool('crypto-checksum', { text: '123456789', expected })).toMatchObject({
        matches: false,
      })
  })
})

describe('crypto-hmac', () => {
  // RFC 4231, test cases 3, 4, 6 and 7.
  it.each([
    ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      'aa'.repeat(131),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      'aa'.repeat(131),
      Buffer.from(
        'This is a test using a larger than block-size key and a larger than block-size data. ' +
          'The key needs to be hashed before being used by the HMAC algorithm.',
      ).toString('hex'),
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('gives what RFC 4231 says (%#)', async (key, text, hmac) => {
    const input = { text, key, input_encoding: 'hex', key_encoding: 'hex' }
    expect(await runTool('crypto-hmac', input)).toMatchObject({ hmac })
  })

  it('never accepts a shortened HMAC', async () => {
    const input = { text: 'what do ya want for nothing?', key: 'Jefe', expected: '5bdcc146' }
    expect(await runTool('crypto-hmac', input)).toMatchObject({ matches: false })
  })
})

describe('webhook-payload-verify', () => {
  // docs.slack.dev, "Verifying requests from Slack": its example, with the time at which it was made.
  const slack = {
    provider: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    payload:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&' +
      'channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&' +
      'response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F' +
      '96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'X-Slack-Request-Timestamp': '1531420618',
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
  }

  it("accepts Slack's own example and refuses it later as a replay", async () => {
    expect(await runTool('webhook-payload-verify', slack)).toMatchObject({
      valid: true,
      age_checked: false,
    })
    const later = { ...slack, received_at: 1_531_420_618 + 301 }
    expect(await runTool('webhook-payload-verify', later)).toMatchObject({
      valid: false,
      signature_matches: true,
      reason: expect.stringContaining('replay'),
    })
  })

  // HMAC-SHA256 of `1492774577.{"a":1}` under whsec_test, with openssl dgst -hmac.
  const v1 = '2a55874e33dedb30da6fac02873208f53a243141599a71c0d52a1d5b89656823'
  it.each([
    [`t=1492774577,v1=${v1}`, true],
    [`t=1492774577,v1=${'0'.repeat(64)},v1=${v1},v0=aa`, true],
    [`t=1492774578,v1=${v1}`, false],
    [`t=1492774577,v0=${v1}`, false],
    ['t=1492774577,v1=', false],
  ])('reads Stripe-Signature %s', async (header, valid) => {
    const input = {
      provider: 'stripe',
      payload: '{"a":1}',
      secret: 'whsec_test',
      headers: { 'Stripe-Signature': header },
    }
    expect(await runTool('webhook-payload-verify', input)).toMatchObject({
      valid,
      timestamp: expect.any(Number),
    })
  })

  it.each([`t=then,v1=${v1}`, `t=,v1=${v1}`, `v1=${v1}`])(
    'calls a request forged whose time cannot be read: %s',
    async (header) => {
      const headers = { 'Stripe-Signature': header }
      const input = { provider: 'stripe', payload: '{"a":1}', secret: 'whsec_test', headers }
      expect(await runTool('webhook-payload-verify', input)).toMatchObject({
        valid: false,
        timestamp: null,
        reason: expect.stringContaining('not a number of seconds'),
      })
    },
  )

  it('wants the secret of a Standard Webhook in base64', async () => {
    const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
    const input = { provider: 'standard', payload: '', secret: 'whsec_%%%', headers }
    await expect(runTool('webhook-payload-verify', input)).rejects.toMatchObject({ path: 'secret' })
  })

  it('says which header is missing', async () => {
    const input = {
      provider: 'github',
      payload: '',
      secret: 's',
      headers: { 'x-hub-signature': 'sha1=00' },
    }
    await expect(runTool('webhook-payload-verify', input)).rejects.toMatchObject({
      path: 'headers',
      message: expect.stringContaining('x-hub-signature-256'),
    })
  })
})
