import { createHmac, createPrivateKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const SECRET = 'a secret that is 32 bytes long!!'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const pem = (key: typeof rsa.publicKey) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

describe('crypto-jwt-sign and crypto-jwt-verify', () => {
  // RFC 7515, A.1: the token, and its key as the JWK of the same section.
  it('takes a shared secret as a JWK, alone or in a set', async () => {
    const token =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
      'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const k = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'
    const check = { token, algorithms: ['HS256'], at: 1_300_819_379 }
    expect(await run('crypto-jwt-verify', { ...check, jwk: { kty: 'oct', k } })).toMatchObject({
      valid: true,
    })
    const keys = [rsa.publicKey.export({ format: 'jwk' }), { kty: 'oct', k }]
    expect(await run('crypto-jwt-verify', { ...check, jwks: { keys } })).toMatchObject({ valid: true })
    expect(await run('crypto-jwt-verify', { ...check, jwks: { keys: keys.slice(0, 1) } })).toMatchObject({
      valid: false,
      fault: 'no_matching_key',
    })
    const signed = await run('crypto-jwt-sign', { algorithm: 'HS256', jwk: { kty: 'oct', k } })
    const again = { token: signed.token, algorithms: ['HS256'], secret: k, secret_encoding: 'base64url' }
    expect(await run('crypto-jwt-verify', again)).toMatchObject({ valid: true })
  })

  it('does not take a public key as a shared secret (RFC 8725, 2.1)', async () => {
    const jwk = rsa.publicKey.export({ format: 'jwk' })
    const { token } = await run('crypto-jwt-sign', {
      algorithm: 'HS256',
      secret: String(jwk['n']).slice(0, 64),
    })
    await expect(run('crypto-jwt-verify', { token, algorithms: ['HS256', 'RS256'], jwk })).rejects.toThrow(
      'kty `oct`',
    )
  })

  it.each([
    ['HS256', undefined],
    ['HS512', undefined],
    ['RS256', rsa],
    ['PS512', rsa],
    ['ES256', ec],
    ['EdDSA', ed],
  ])('agree on %s', async (algorithm, pair) => {
    const mine = pair ? { private_key: pem(pair.privateKey) } : { secret: SECRET }
    const yours = pair ? { public_key: pem(pair.publicKey) } : { secret: SECRET }
    const claims = { payload: { role: 'ä' }, audience: ['one', 'two'], expires_in_seconds: 60, key_id: 'k' }
    const { token } = await run('crypto-jwt-sign', { algorithm, ...mine, ...claims })
    const check = { token, algorithms: [algorithm], ...yours, audience: 'two' }
    expect(await run('crypto-jwt-verify', check)).toMatchObject({
      valid: true,
      header: { alg: algorithm, kid: 'k', typ: 'JWT' },
      payload: { role: 'ä', aud: ['one', 'two'], iat: 1_772_366_400, exp: 1_772_366_460 },
    })
    const other = pair
      ? { public_key: pem(generateLike(pair).publicKey) }
      : { secret: 'another secret, also 32 bytes ..' }
    expect(await run('crypto-jwt-verify', { ...check, ...other })).toMatchObject({
      valid: false,
      payload: null,
      fault: 'signature',
    })
  })

  function generateLike(pair: typeof rsa) {
    if (pair === rsa) return generateKeyPairSync('rsa', { modulusLength: 2_048 })
    return pair === ec ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  }

  // RFC 8037, A.4: the Ed25519 key of A.1 signs "Example of Ed25519 signing".
  it('signs with the key of RFC 8037 exactly as Node does', async () => {
    const jwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    }
    const { token } = await run('crypto-jwt-sign', {
      algorithm: 'EdDSA',
      jwk,
      payload: { a: 1 },
      issued_at: false,
    })
    const [head, body, signature] = token.split('.')
    const expected = signBytes(
      null,
      Buffer.from(`${head}.${body}`),
      createPrivateKey({ key: jwk, format: 'jwk' }),
    )
    expect(signature).toBe(expected.toString('base64url'))
  })

  it('refuses a token whose sender took the public key for a shared secret', async () => {
    const unsigned = `${encode({ alg: 'HS256' })}.${encode({ admin: true })}`
    const forged = `${unsigned}.${createHmac('sha256', pem(rsa.publicKey)).update(unsigned).digest('base64url')}`
    const expecting = { token: forged, algorithms: ['RS256'], public_key: pem(rsa.publicKey) }
    expect(await run('crypto-jwt-verify', expecting)).toMatchObject({ fault: 'algorithm_not_allowed' })
    // Even with both allowed, a public key is not a secret.
    await expect(
      run('crypto-jwt-verify', { ...expecting, algorithms: ['RS256', 'HS256'] }),
    ).rejects.toMatchObject({ path: 'secret' })
    await expect(
      run('crypto-jwt-verify', { token: forged, algorithms: ['HS256'], secret: pem(rsa.publicKey) }),
    ).rejects.toMatchObject({ path: 'secret' })
  })

  it.each(['none', 'None', 'NONE', 'HS1', 'ES256K'])('refuses the algorithm %s', async (alg) => {
    const token = `${encode({ alg })}.${encode({ a: 1 })}.`
    expect(await run('crypto-jwt-verify', { token, algorithms: ['HS256'], secret: SECRET })).toMatchObject({
      valid: false,
      payload: null,
      fault: 'algorithm_not_allowed',
    })
    await expect(
      run('crypto-jwt-verify', { token, algorithms: [alg], secret: SECRET }),
    ).rejects.toMatchObject({
      name: 'ZodError',
    })
  })

  it('finds the key of a set by its kid, and skips those that it cannot use', async () => {
    const { token } = await run('crypto-jwt-sign', {
      algorithm: 'ES256',
      private_key: pem(ec.privateKey),
      key_id: 'mine',
    })
    const jwk = ec.publicKey.export({ format: 'jwk' })
    const keys = [
      { kty: 'oct', k: 'AAAA', kid: 'mine' },
      { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) },
      { kty: 'new kind', kid: 'mine' },
      { ...jwk, kid: 'mine' },
    ]
    const check = { token, algorithms: ['ES256'] }
    expect(await run('crypto-jwt-verify', { ...check, jwks: { keys } })).toMatchObject({ valid: true })
    const others = {
      keys: [
        { ...jwk, kid: 'other' },
        { ...jwk, kid: 'mine', use: 'enc' },
      ],
    }
    expect(await run('crypto-jwt-verify', { ...check, jwks: others })).toMatchObject({
      fault: 'no_matching_key',
    })
  })

  it.each([
    [{ not_before_seconds: 10 }, {}, 'not_yet_valid'],
    [{ not_before_seconds: 10 }, { clock_tolerance_seconds: 10 }, null],
    [{ expires_in_seconds: 10 }, { at: 1_772_366_410 }, 'expired'],
    [{ expires_in_seconds: 10 }, { at: 1_772_366_409 }, null],
    [{ expires_in_seconds: 10 }, { at: 1_772_366_419, clock_tolerance_seconds: 10 }, null],
    [{}, { required_claims: ['exp'] }, 'claim'],
    [{ issuer: 'a' }, { issuer: 'b' }, 'claim'],
    [{ audience: ['a'] }, { audience: 'b' }, 'claim'],
    [{ subject: 'a' }, { subject: 'a' }, null],
  ])('checks the claims %j against %j', async (claims, asked, fault) => {
    const { token } = await run('crypto-jwt-sign', { secret: SECRET, ...claims })
    const verdict = await run('crypto-jwt-verify', {
      token,
      algorithms: ['HS256'],
      secret: SECRET,
      ...asked,
    })
    expect(verdict).toMatchObject({ fault, valid: fault === null })
  })

  it.each([
    'x',
    'a.b',
    'a.b.c',
    '..',
    'eyJhbGciOiJIUzI1NiJ9.e30',
    `${encode({ alg: 'HS256' })}.${encode({})}.a.b.c`,
  ])('calls %s malformed', async (token) => {
    expect(await run('crypto-jwt-verify', { token, algorithms: ['HS256'], secret: SECRET })).toMatchObject({
      valid: false,
      fault: 'malformed',
    })
    await expect(run('crypto-jwt-decode', { token })).rejects.toMatchObject({ path: 'token' })
  })

  it.each([
    [{}, 'secret'],
    [{ algorithm: 'RS256' }, 'private_key'],
    [{ algorithm: 'RS256', private_key: 'not PEM' }, 'private_key'],
    [{ algorithm: 'RS256', private_key: pem(ec.privateKey) }, 'private_key'],
    [{ algorithm: 'ES384', private_key: pem(ec.privateKey) }, 'private_key'],
    [{ algorithm: 'RS256', private_key: pem(rsa.publicKey) }, 'private_key'],
    [{ algorithm: 'ES256', jwk: { kty: 'EC' } }, 'jwk'],
    [{ secret: SECRET, payload: { exp: 'tomorrow' } }, 'payload'],
    [{ secret: SECRET, payload: { exp: 1e300 } }, 'payload'],
  ])('names the field that keeps it from signing (%#)', async (input, path) => {
    await expect(run('crypto-jwt-sign', input)).rejects.toMatchObject({ name: 'InvalidInput', path })
  })
})
