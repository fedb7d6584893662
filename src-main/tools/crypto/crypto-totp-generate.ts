import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { ONE_TIME_FIELDS } from './lib/one-time-fields.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'crypto-totp-generate',
  title: 'One-time code',
  summary: 'The one-time code (TOTP or HOTP) of a shared secret, as authenticator apps show it.',
  searchWords: [
    '2fa',
    'mfa',
    'two-factor',
    'authenticator',
    'otp',
    'google authenticator',
    'six digits',
    'login code',
    'hotp',
    'verification code',
    'second factor',
    'app code',
    'second step',
    'two step verification',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  mainField: 'secret',
  related: ['crypto-totp-verify'],
  gives: 'text',
  mainOutput: 'code',

  input: z.strictObject({
    ...ONE_TIME_FIELDS,
    label: wellFormedText(128).min(1).default('Account').describe('Account name in the URI'),
    issuer: wellFormedText(128).min(1).optional().describe('Service name in the URI'),
  }),
  output: z.strictObject({
    code: z.string().describe('The code, with its leading zeros'),
    counter: z.int().min(0).describe('The counter that it belongs to'),
    expires_in_seconds: z
      .int()
      .nullable()
      .describe('Seconds until the next code; null for a code by counter'),
    uri: z.string().describe('otpauth:// URI, for a QR code'),
  }),

  // RFC 6238, appendix B (SHA-1, times 59 and 1111111109), and RFC 4226, appendix D (count 1).
  examples: [
    {
      title: 'The first code of RFC 6238',
      input: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 8, at: 59 },
      output: {
        code: '94287082',
        counter: 1,
        expires_in_seconds: 1,
        uri: 'otpauth://totp/Account?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=8&period=30',
      },
    },
    {
      title: 'A code with a leading zero, the secret as text',
      input: {
        secret: '12345678901234567890',
        secret_encoding: 'utf8',
        digits: 8,
        at: 1_111_111_109,
      },
      output: {
        code: '07081804',
        counter: 37_037_036,
        expires_in_seconds: 1,
        uri: 'otpauth://totp/Account?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=8&period=30',
      },
    },
    {
      title: 'By counter',
      input: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', kind: 'hotp', counter: 1 },
      output: {
        code: '287082',
        counter: 1,
        expires_in_seconds: null,
        uri: 'otpauth://hotp/Account?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&counter=1',
      },
    },
  ],

  handler: async ({ kind, period, at, counter, label, issuer, ...recipe }, ctx) => {
    const { codeAt, counterAt, uriOf } = await import('./lib/one-time-codes.ts')
    const seconds = at ?? Math.floor(ctx.now().getTime() / 1_000)
    const step = kind === 'hotp' ? counter : counterAt(seconds, period)
    return {
      code: codeAt(recipe, step),
      counter: step,
      expires_in_seconds: kind === 'hotp' ? null : period - (seconds % period),
      uri: uriOf(recipe, { label, issuer, period, counter: kind === 'hotp' ? counter : null }),
    }
  },
})
