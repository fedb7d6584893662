import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { isSymmetric, JWT_ALGORITHMS } from './lib/jwt-algorithms.ts'
import { claimsOf, expiryOf, noteOfKey } from './lib/jwt-claims.ts'
import { pairKeyOf, secretOf } from './lib/jwt-keys.ts'
import { textEncodingField } from './lib/text-bytes.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const YEAR_SECONDS = 31_622_400
const short = wellFormedText(1_024).min(1).optional()

export default defineTool({
  slug: 'crypto-jwt-sign',
  title: 'Sign a JWT',
  summary: 'Signs claims as a JSON Web Token, with a shared secret or a private key.',
  searchWords: [
    'json web token',
    'create a token',
    'issue access token',
    'bearer',
    'login token',
    'auth token',
    'mint',
    'hs256',
    'rs256',
    'generate jwt',
    'session token',
    'with claims',
    'make a login token',
    'new token',
    'sign claims',
    'token for a user',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  worker: 'large',
  related: ['crypto-jwt-verify', 'crypto-jwt-decode', 'crypto-keypair-generate'],
  takes: { payload: ['json'] },
  gives: 'jwt',
  mainOutput: 'token',

  input: z.strictObject({
    payload: namedValues(z.string().max(256), z.unknown())
      .default({})
      .describe('The claims; the fields below are added and take precedence'),
    algorithm: z
      .enum(JWT_ALGORITHMS)
      .default('HS256')
      .describe('The signature algorithm (RFC 7518, RFC 8037)'),
    secret: wellFormedText(4_096).optional().describe('For HS algorithms: the shared secret'),
    secret_encoding: textEncodingField('secret'),
    private_key: z
      .string()
      .max(32_768)
      .optional()
      .describe('For the other algorithms: the private key in PEM'),
    jwk: namedValues(z.string().max(64), z.unknown())
      .optional()
      .describe('Instead of `private_key`: the private key as a JWK'),
    issuer: short.describe('Claim iss'),
    subject: short.describe('Claim sub'),
    audience: z
      .array(wellFormedText(1_024).min(1).describe('One audience'))
      .min(1)
      .max(20)
      .optional()
      .describe('Claim aud'),
    token_id: short.describe('Claim jti'),
    expires_in_seconds: z
      .int()
      .min(1)
      .max(10 * YEAR_SECONDS)
      .optional()
      .describe('Claim exp, counted from now; without it and without `exp` the token never expires'),
    not_before_seconds: z.int().min(0).max(YEAR_SECONDS).optional().describe('Claim nbf, counted from now'),
    issued_at: z
      .boolean()
      .default(true)
      .describe('Whether to add the claim iat, unless the claims already have it'),
    key_id: short.describe('Header kid'),
    token_type: wellFormedText(64).min(1).default('JWT').describe('Header typ'),
  }),
  output: z.strictObject({
    token: z.string().describe('The token, in three parts'),
    algorithm: z.enum(JWT_ALGORITHMS).describe('The signature algorithm'),
    claims: namedValues(z.string(), z.unknown()).describe('The claims that were signed'),
    expires_at: z.string().nullable().describe('When it expires, ISO 8601; null for never'),
    note: z.string().nullable().describe('A warning about the token, in a sentence'),
  }),

  // jwt.io's long-standing example; HMAC over the two parts can be checked with openssl.
  examples: [
    {
      title: 'The example token of jwt.io',
      input: {
        payload: { sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 },
        secret: 'your-256-bit-secret',
      },
      output: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.' +
          'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.' +
          'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
        algorithm: 'HS256',
        claims: { sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 },
        expires_at: null,
        note: 'The secret has 19 bytes; RFC 7518 asks for at least 32, since shorter ones can be guessed',
      },
    },
    {
      title: 'For one hour',
      input: {
        payload: { role: 'reader' },
        subject: 'user-17',
        expires_in_seconds: 3_600,
        secret: 's'.repeat(32),
      },
    },
    {
      title: 'With a key of bytes and SHA-512',
      input: { payload: { a: 1 }, algorithm: 'HS512', secret: '00'.repeat(64), secret_encoding: 'hex' },
    },
  ],

  handler: async (input, ctx) => {
    const { SignJWT, errors } = await import('jose')
    const { algorithm, secret, secret_encoding, key_id } = input
    const claims = claimsOf(input, Math.floor(ctx.now().getTime() / 1_000))
    const key = isSymmetric(algorithm)
      ? secretOf({ secret, secret_encoding, jwk: input.jwk })
      : pairKeyOf('private', algorithm, { pem: input.private_key, jwk: input.jwk })
    const header = {
      alg: algorithm,
      typ: input.token_type,
      ...(key_id === undefined ? {} : { kid: key_id }),
    }
    try {
      const token = await new SignJWT(claims).setProtectedHeader(header).sign(key)
      return { token, algorithm, claims, expires_at: expiryOf(claims), note: noteOfKey(algorithm, key) }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        throw new InvalidInput('payload', `These claims cannot be signed: ${error.message}`)
      throw error
    }
  },
})
