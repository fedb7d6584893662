import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

// One context for all, so that its random bytes are other ones at every call.
const ctx = toolContext()
const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input, ctx)

describe('crypto-encrypt-aes and crypto-decrypt-aes', () => {
  const password = 'correct horse battery staple'

  it.each(['', 'grüße 😀\0'.repeat(10_000)])('give back what was sealed (%#)', async (text) => {
    const { sealed } = await run('crypto-encrypt-aes', { text, password })
    expect(await run('crypto-decrypt-aes', { sealed, password })).toMatchObject({ text })
  })

  it('take new random bytes each time, and show nothing of the text', async () => {
    const { sealed } = await run('crypto-encrypt-aes', { text: 'same', password })
    const other = await run('crypto-encrypt-aes', { text: 'same', password })
    expect(other.sealed).not.toBe(sealed)
    expect(sealed.split('$').slice(1, 4)).toEqual(['aes-256-gcm-scrypt', 'v=1', 'ln=15,r=8,p=1'])
  })

  it('notice another password, another context and any change', async () => {
    const { sealed } = await run('crypto-encrypt-aes', { text: 'Meet me at noon', password, context: 'a' })
    const parts = sealed.split('$')
    const swapped = (index: number) =>
      parts
        .map((part: string, at: number) =>
          at === index ? (part[0] === 'A' ? 'B' : 'A') + part.slice(1) : part,
        )
        .join('$')
    for (const input of [
      { sealed, password: 'other', context: 'a' },
      { sealed, password },
      { sealed: swapped(4), password, context: 'a' },
      { sealed: swapped(5), password, context: 'a' },
      { sealed: swapped(6), password, context: 'a' },
      { sealed: sealed.replace('p=1', 'p=2'), password, context: 'a' },
    ])
      await expect(run('crypto-decrypt-aes', input)).rejects.toMatchObject({ path: 'sealed' })
  })

  it.each(['ln=30,r=8,p=1', 'ln=16,r=99,p=1', 'ln=16,r=8,p=99', 'ln=0,r=8,p=1'])(
    'refuse a text that would cost too much to open (%s)',
    async (cost) => {
      const sealed = `$aes-256-gcm-scrypt$v=1$${cost}$${'A'.repeat(22)}$${'A'.repeat(16)}$${'A'.repeat(40)}`
      const refused = run('crypto-decrypt-aes', { sealed, password })
      await expect(refused).rejects.toMatchObject({
        path: 'sealed',
        message: expect.stringContaining('costs'),
      })
    },
  )

  it('say so when the bytes are not text', async () => {
    const { sealed } = await run('crypto-encrypt-aes', { text: 'ff', input_encoding: 'hex', password })
    await expect(run('crypto-decrypt-aes', { sealed, password })).rejects.toMatchObject({
      path: 'encoding',
    })
    expect(await run('crypto-decrypt-aes', { sealed, password, encoding: 'hex' })).toMatchObject({
      text: 'ff',
    })
  })
})

describe('crypto-keypair-generate', () => {
  it.each(['ed25519', 'ec-p256', 'ec-p384', 'ec-p521', 'rsa-2048'])(
    'makes an %s pair whose halves belong together, as PEM and as JWK',
    async (type) => {
      const pair = await run('crypto-keypair-generate', { type })
      const algorithm = type === 'ed25519' ? null : 'sha256'
      const message = Buffer.from('message')
      const byPem = sign(algorithm, message, createPrivateKey(pair.private_pem))
      expect(
        verify(algorithm, message, createPublicKey({ key: pair.public_jwk, format: 'jwk' }), byPem),
      ).toBe(true)
      const byJwk = sign(algorithm, message, createPrivateKey({ key: pair.private_jwk, format: 'jwk' }))
      expect(verify(algorithm, message, createPublicKey(pair.public_pem), byJwk)).toBe(true)
      expect(pair.public_jwk).not.toHaveProperty('d')
      expect(pair.public_jwk.kid).toBe(pair.key_id)
    },
  )

  it('makes another pair each time', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => run('crypto-keypair-generate', { type: 'x25519' })),
    )
    expect(one.key_id).not.toBe(two.key_id)
  })
})

describe('crypto-cert-parse', () => {
  it.each(['', 'no certificate', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'AAAA'])(
    'says that this is not a certificate (%#)',
    async (certificate) => {
      const refused = certificate === '' ? { name: 'ZodError' } : { path: 'certificate' }
      await expect(run('crypto-cert-parse', { certificate })).rejects.toMatchObject(refused)
    },
  )
})

describe('one-time codes', () => {
  // RFC 6238, appendix B: the seeds are the digits repeated to the length of the hash.
  const seed = (length: number) => '1234567890'.repeat(7).slice(0, length)
  it.each([
    ['SHA1', 20, 59, '94287082'],
    ['SHA256', 32, 59, '46119246'],
    ['SHA512', 64, 59, '90693936'],
    ['SHA256', 32, 1_111_111_109, '68084774'],
    ['SHA512', 64, 1_234_567_890, '93441116'],
    ['SHA1', 20, 2_000_000_000, '69279037'],
    ['SHA1', 20, 20_000_000_000, '65353130'],
    ['SHA512', 64, 20_000_000_000, '47863826'],
  ])('are those of RFC 6238 (%s, %i bytes, time %i)', async (algorithm, length, at, code) => {
    const recipe = { secret: seed(length), secret_encoding: 'utf8', algorithm, digits: 8, at }
    expect(await run('crypto-totp-generate', recipe)).toMatchObject({ code })
  })

  // RFC 4226, appendix D.
  it.each([
    ...[
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ].entries(),
  ])('by counter %i is the one of RFC 4226', async (counter, code) => {
    const recipe = { secret: seed(20), secret_encoding: 'utf8', kind: 'hotp', counter }
    expect(await run('crypto-totp-generate', recipe)).toMatchObject({ code })
    expect(await run('crypto-totp-verify', { ...recipe, code })).toMatchObject({ valid: true, counter })
  })

  it('are refused once they are too old, and by counter as soon as they are older at all', async () => {
    const recipe = { secret: seed(20), secret_encoding: 'utf8' }
    const old = { ...recipe, digits: 8, code: '94287082', at: 59 + 60 }
    expect(await run('crypto-totp-verify', old)).toMatchObject({ valid: false })
    expect(await run('crypto-totp-verify', { ...old, window: 2 })).toMatchObject({ valid: true, steps: -2 })
    const past = { ...recipe, kind: 'hotp', code: '755224', counter: 1 }
    expect(await run('crypto-totp-verify', past)).toMatchObject({ valid: false })
  })

  it('accept a secret as services show it, and say when it is invalid', async () => {
    const at = 59
    const shown = { secret: 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq', digits: 8, at }
    expect(await run('crypto-totp-generate', shown)).toMatchObject({ code: '94287082' })
    for (const secret of ['01890', '  ', 'ABC!'])
      await expect(run('crypto-totp-generate', { secret })).rejects.toMatchObject({ path: 'secret' })
    await expect(run('crypto-totp-verify', { code: '12345', secret: 'ABCD' })).rejects.toMatchObject({
      path: 'code',
    })
  })
})
