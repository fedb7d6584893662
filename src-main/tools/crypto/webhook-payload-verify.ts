import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { checkSignature, PROVIDERS } from './lib/webhook-signature.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { counted } from '../../../src-shared/counted.ts'

export default defineTool({
  slug: 'webhook-payload-verify',
  title: 'Verify a webhook',
  summary:
    'Checks the signature of a received webhook by the rules of GitHub, Stripe, Slack, ' +
    'Shopify or Standard Webhooks.',
  searchWords: [
    'hook signature',
    'stripe',
    'github',
    'slack',
    'shopify',
    'genuine',
    'authentic',
    'x-hub-signature',
    'came from',
    'spoofed',
    'validate callback',
    'is the hook real',
    'trust incoming event',
    'standard webhooks',
    'svix',
    'did this really come from',
    'event from github',
    'signed event',
    'incoming webhook safe',
    'fake webhook',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['crypto-hmac', 'webhook-send'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    provider: z
      .enum(PROVIDERS)
      .describe(
        'Whose rules apply; standard is Standard Webhooks (Svix), generic is a hex HMAC-SHA256 in x-signature',
      ),
    payload: wellFormedText(1024 * 1024).describe('The body as it was received, byte for byte, not parsed'),
    secret: wellFormedText(1_024).min(1).describe('The signing secret of the endpoint'),
    headers: namedValues(z.string().min(1).max(128), z.string().max(4_096))
      .refine((headers) => Object.keys(headers).length <= 64, 'At most 64 headers can be sent')
      .describe('Headers of the request, at least those of the signature; names in any case'),
    received_at: z
      .int()
      .min(0)
      .max(99_999_999_999)
      .optional()
      .describe('When it was received, in seconds since 1970; the age is not checked if not set'),
    tolerance_seconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(300)
      .describe('Largest difference between the signed time and `received_at`, in seconds'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the signature is valid, and the age too if it was checked'),
    signature_matches: z.boolean().describe('Whether one of the signatures is the HMAC of the payload'),
    timestamp: z.int().nullable().describe('The signed time, in seconds since 1970; null if there is none'),
    age_checked: z.boolean().describe('Whether the signed time was compared with `received_at`'),
    reason: z.string().nullable().describe('Why it is not valid, in a sentence'),
  }),

  // The test vectors in the documentation of GitHub, Slack and Standard Webhooks (Svix).
  examples: [
    {
      title: "GitHub's own example",
      input: {
        provider: 'github',
        payload: 'Hello, World!',
        secret: "It's a Secret to Everybody",
        headers: {
          'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        },
      },
      output: { valid: true, signature_matches: true, timestamp: null, age_checked: false, reason: null },
    },
    {
      title: 'A Standard Webhook, half a minute old',
      input: {
        provider: 'standard',
        payload: '{"test": 2432232314}',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        headers: {
          'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'svix-timestamp': '1614265330',
          'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
        received_at: 1_614_265_360,
      },
      output: {
        valid: true,
        signature_matches: true,
        timestamp: 1_614_265_330,
        age_checked: true,
        reason: null,
      },
    },
    {
      title: 'A body that was changed in transit',
      input: {
        provider: 'github',
        payload: 'Hello, World?',
        secret: "It's a Secret to Everybody",
        headers: {
          'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        },
      },
      output: {
        valid: false,
        signature_matches: false,
        timestamp: null,
        age_checked: false,
        reason: 'No signature matches; check the secret, and that the payload is the body byte for byte',
      },
    },
  ],

  handler: ({ provider, payload, secret, headers, received_at, tolerance_seconds }) => {
    const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const checked = checkSignature(provider, { payload, secret, headers: byName })
    const { matches, timestamp, hasTimeFault } = checked
    const age_checked = timestamp !== null && received_at !== undefined
    const isStale = age_checked && Math.abs(received_at - timestamp) > tolerance_seconds
    let reason: string | null = null
    if (hasTimeFault) reason = 'The time of the signature is not a number of seconds since 1970'
    else if (!matches)
      reason = 'No signature matches; check the secret, and that the payload is the body byte for byte'
    else if (isStale)
      reason = `The signed time is more than ${counted(tolerance_seconds, 'second')} away; it may be a replay`
    return { valid: reason === null, signature_matches: matches, timestamp, age_checked, reason }
  },
})
