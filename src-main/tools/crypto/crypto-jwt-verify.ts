import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { JWT_ALGORITHMS, JWT_FAULTS } from './lib/jwt-algorithms.ts'
import { textEncodingField } from './lib/text-bytes.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const jwk = namedValues(z.string().max(64), z.unknown())

// RFC 7515, A.1: its token and key; it is valid until 1300819380.
const TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
  'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const SECRET = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'

export default defineTool({
  slug: 'crypto-jwt-verify',
  title: 'Verify a JWT',
  summary:
    'Checks the signature and the claims of a JSON Web Token against an explicit list of algorithms.',
  searchWords: [
    'json web token',
    'is the token valid',
    'check signature',
    'public key',
    'expired token',
    'authenticate',
    'validate access token',
    'jwks',
    'trusted token',
    'bearer',
    'tampered',
    'forged',
    'login token check',
    'who signed the token',
    'token signature',
    'genuine',
    'authentic token',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  worker: 'large',
  related: ['crypto-jwt-decode', 'crypto-jwt-sign'],
  takes: { token: ['jwt'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    token: z.string().min(1).max(65_536).describe('The token, in three parts'),
    algorithms: z
      .array(z.enum(JWT_ALGORITHMS).describe('An algorithm'))
      .min(1)
      .max(JWT_ALGORITHMS.length)
      .describe(
        'Algorithms that you expect; a token signed with any other is not valid. `none` is never ' +
          'accepted',
      ),
    secret: wellFormedText(4_096).optional().describe('For HS algorithms: the shared secret'),
    secret_encoding: textEncodingField('secret'),
    public_key: z
      .string()
      .max(32_768)
      .optional()
      .describe('For the others: the public key or certificate in PEM'),
    jwk: jwk.optional().describe('Instead of `public_key` or `secret`: the key as a JWK'),
    jwks: z
      .strictObject({ keys: z.array(jwk.describe('A key')).min(1).max(50).describe('Keys, at most 50') })
      .optional()
      .describe(
        'Instead of `public_key`: a key set, from which the header kid picks one. It is never fetched',
      ),
    issuer: wellFormedText(1_024).optional().describe('Required value of the claim iss'),
    audience: wellFormedText(1_024).optional().describe('Required audience in the claim aud'),
    subject: wellFormedText(1_024).optional().describe('Required value of the claim sub'),
    required_claims: z
      .array(z.string().max(128).describe('A claim'))
      .max(20)
      .default([])
      .describe('Claims that must be present'),
    clock_tolerance_seconds: z.int().min(0).max(600).default(0).describe('Leeway for exp, nbf and iat'),
    at: z
      .int()
      .min(0)
      .max(99_999_999_999)
      .optional()
      .describe('The time to check against, in seconds since 1970; now if not set'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the signature and the claims are valid'),
    header: namedValues(z.string(), z.unknown())
      .nullable()
      .describe('The header; null when it cannot be read'),
    payload: namedValues(z.string(), z.unknown())
      .nullable()
      .describe('The claims of a valid token; null for any other, since they prove nothing'),
    fault: z.enum(JWT_FAULTS).nullable().describe('What is wrong with it, as a code; null if valid'),
    reason: z.string().nullable().describe('What is wrong with it, in a sentence'),
    ...DIGIT_WARNINGS,
  }),

  examples: [
    {
      title: 'The token of RFC 7515 at its time of issue',
      input: {
        token: TOKEN,
        algorithms: ['HS256'],
        secret: SECRET,
        secret_encoding: 'base64url',
        issuer: 'joe',
        at: 1_300_819_379,
      },
      output: {
        valid: true,
        header: { typ: 'JWT', alg: 'HS256' },
        payload: { iss: 'joe', exp: 1_300_819_380, 'http://example.com/is_root': true },
        fault: null,
        reason: null,
      },
    },
    {
      title: 'The same token today',
      input: { token: TOKEN, algorithms: ['HS256'], secret: SECRET, secret_encoding: 'base64url' },
      output: {
        valid: false,
        header: { typ: 'JWT', alg: 'HS256' },
        payload: null,
        fault: 'expired',
        reason: 'The token has expired',
      },
    },
    {
      title: 'A token without a signature (RFC 7519, 6.1)',
      input: {
        token:
          'eyJhbGciOiJub25lIn0.' +
          'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.',
        algorithms: ['HS256'],
        secret: 'a secret of the receiver, 32 bytes',
      },
      output: {
        valid: false,
        header: { alg: 'none' },
        payload: null,
        fault: 'algorithm_not_allowed',
        reason: 'The token says it is signed with none, which is not among the allowed ones',
      },
    },
  ],

  handler: async ({ token, algorithms, public_key, issuer, audience, subject, at, ...rest }, ctx) => {
    const { checkJwt, textsOf } = await import('./lib/jwt-check.ts')
    const verdict = await checkJwt(token, { ...rest, pem: public_key }, algorithms, {
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
      ...(subject === undefined ? {} : { subject }),
      requiredClaims: rest.required_claims,
      clockTolerance: rest.clock_tolerance_seconds,
      currentDate: at === undefined ? ctx.now() : new Date(at * 1_000),
    })
    const texts = verdict.payload === null ? [] : textsOf(token)
    return { valid: verdict.fault === null, ...verdict, ...digitWarningsOf(...texts) }
  },
})
