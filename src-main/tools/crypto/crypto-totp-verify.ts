import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { ONE_TIME_FIELDS } from './lib/one-time-fields.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'crypto-totp-verify',
  title: 'Verify a one-time code',
  summary: 'Checks a one-time code (TOTP or HOTP), allowing for clocks or counters that are a little off.',
  searchWords: [
    '2fa',
    'mfa',
    'two-factor',
    'authenticator',
    'otp',
    'six digits',
    'check login code',
    'user typed code',
    'hotp',
    'second factor',
    'is the code right',
    'two step verification',
    'validate otp',
    'code accepted',
    'login step',
    'authenticator app',
    'check a six-digit code',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-totp-generate'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    code: z
      .string()
      .max(16)
      .regex(/^[\d ]+$/, 'A code must contain only digits')
      .describe('The code that was entered'),
    ...ONE_TIME_FIELDS,
    window: z
      .int()
      .min(0)
      .max(10)
      .default(1)
      .describe(
        'How many codes before and after the expected one are also accepted; by counter only those after',
      ),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the code is accepted'),
    steps: z
      .int()
      .nullable()
      .describe('How many steps away the code is: negative for an older one; null if it is not accepted'),
    counter: z
      .int()
      .nullable()
      .describe(
        'The counter it belongs to: store it and reject this one and smaller ones from now on ' +
          '(RFC 6238, 5.2)',
      ),
  }),

  // RFC 6238, appendix B, and RFC 4226, appendix D (count 2 is 359152).
  examples: [
    {
      title: 'The current code',
      input: { code: '94287082', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 8, at: 59 },
      output: { valid: true, steps: 0, counter: 1 },
    },
    {
      title: 'The code of half a minute ago',
      input: { code: '94287082', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 8, at: 89 },
      output: { valid: true, steps: -1, counter: 1 },
    },
    {
      title: 'By counter, two steps ahead',
      input: { code: '359 152', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', kind: 'hotp', window: 1 },
      output: { valid: false, steps: null, counter: null },
    },
  ],

  handler: async ({ code, kind, period, at, counter, window, ...recipe }, ctx) => {
    const { counterAt, stepsTo } = await import('./lib/one-time-codes.ts')
    const token = code.replaceAll(' ', '')
    if (token.length !== recipe.digits)
      throw new InvalidInput(
        'code',
        `The code must have ${recipe.digits} digits; this one has ${token.length}`,
      )
    const seconds = at ?? Math.floor(ctx.now().getTime() / 1_000)
    const step = kind === 'hotp' ? counter : counterAt(seconds, period)
    const steps = stepsTo(recipe, step, token, window)
    // A counter only moves forward (RFC 4226, 7.2); accepting an older code would allow a replay.
    const valid = steps !== null && (kind === 'totp' || steps >= 0)
    return { valid, steps: valid ? steps : null, counter: valid ? step + steps : null }
  },
})
