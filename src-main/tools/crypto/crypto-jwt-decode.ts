import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { namedValues } from '../lib/named-values.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const part = namedValues(z.string(), z.unknown())
const moment = z.string().nullable()

export default defineTool({
  slug: 'crypto-jwt-decode',
  title: 'Decode a JWT',
  summary: 'Shows the header and the claims of a JSON Web Token without checking its signature.',
  searchWords: [
    'json web token',
    'bearer token',
    'read claims',
    'what is inside a token',
    'inspect token',
    'token payload',
    'look into an access token',
    'jwt parser',
    'expiry of a token',
    'view',
    'contents of a token',
    'read a token',
    'when does my token expire',
    'what does the token say',
    'token viewer',
    'show claims',
    'when does a login token end',
    'claims of a token',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  mainField: 'token',
  related: ['crypto-jwt-verify', 'crypto-jwt-sign'],
  takes: { token: ['jwt'] },
  firstFor: ['jwt'],
  gives: 'json',
  mainOutput: 'payload',

  input: z.strictObject({
    token: z.string().min(1).max(65_536).describe('The token, in three parts; a leading Bearer is ignored'),
  }),
  output: z.strictObject({
    header: part.describe('The header'),
    payload: part.describe('The claims; they have not been verified'),
    signature: z.string().describe('The signature in base64url; empty if the token has none'),
    algorithm: z.string().nullable().describe('The algorithm that the header names'),
    issued_at: moment.describe('Claim iat, ISO 8601'),
    not_before: moment.describe('Claim nbf, ISO 8601'),
    expires_at: moment.describe('Claim exp, ISO 8601'),
    ...DIGIT_WARNINGS,
  }),

  // RFC 7515, A.1, and RFC 7519, 6.1.
  examples: [
    {
      title: 'The token of RFC 7515',
      input: {
        token:
          'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
          'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
          'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
      output: {
        header: { typ: 'JWT', alg: 'HS256' },
        payload: { iss: 'joe', exp: 1_300_819_380, 'http://example.com/is_root': true },
        signature: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        algorithm: 'HS256',
        issued_at: null,
        not_before: null,
        expires_at: '2011-03-22T18:43:00.000Z',
      },
    },
    {
      title: 'An unsigned token',
      input: { token: 'Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ.' },
      output: {
        header: { alg: 'none' },
        payload: { iss: 'joe' },
        signature: '',
        algorithm: 'none',
        issued_at: null,
        not_before: null,
        expires_at: null,
      },
    },
    {
      title: 'With the time of issue',
      input: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.' +
          'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.' +
          'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
      },
      output: {
        header: { alg: 'HS256', typ: 'JWT' },
        payload: { sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 },
        signature: 'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
        algorithm: 'HS256',
        issued_at: '2018-01-18T01:30:22.000Z',
        not_before: null,
        expires_at: null,
      },
    },
  ],

  handler: ({ token }) => {
    const parts = token
      .trim()
      .replace(/^bearer\s+/i, '')
      .split('.')
    if (parts.length === 5)
      throw new InvalidInput(
        'token',
        'This is an encrypted token (JWE); its claims cannot be read without its key',
      )
    if (parts.length !== 3) throw new InvalidInput('token', 'A JWT has three parts with dots between them')
    const [head = '', body = '', signature = ''] = parts
    const header = objectOf(head, 'header')
    const payload = objectOf(body, 'payload')
    return {
      header,
      payload,
      signature: signature.replace(/[^\w-]/g, ''),
      algorithm: typeof header.alg === 'string' ? header.alg : null,
      issued_at: momentOf(payload.iat),
      not_before: momentOf(payload.nbf),
      expires_at: momentOf(payload.exp),
      ...digitWarningsOf(...[head, body].map((part) => Buffer.from(part, 'base64url').toString())),
    }
  },
})

function objectOf(text: string, name: string): Record<string, unknown> {
  let value: unknown
  try {
    if (!/^[\w-]+$/.test(text)) throw new Error('not base64url')
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url')))
  } catch {
    throw new InvalidInput('token', `The ${name} is not JSON in base64url`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidInput('token', `The ${name} is not a JSON object`)
  const problem = jsonProblemOf(value)
  if (problem !== null) throw new InvalidInput('token', `The ${name} cannot be shown: ${problem}`)
  // An object that is not an array, parsed from JSON.
  return value as Record<string, unknown>
}

function momentOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number' || Math.abs(seconds) > 8.64e12) return null
  return new Date(seconds * 1_000).toISOString()
}
