import type { NumberSetting } from '../../../src-shared/settings.ts'

/** The texts for a number that the owner can set. */
interface Limit {
  readonly name: NumberSetting
  readonly label: string
  readonly unit: string
  readonly note: string
}

/** The limits under their headings. */
export const LIMIT_GROUPS: readonly { readonly title: string; readonly limits: readonly Limit[] }[] = [
  {
    title: 'Rates',
    limits: [
      {
        name: 'new_key_rate_limit',
        label: 'New keys',
        unit: 'requests per minute',
        note: 'The default for new team keys; personal keys get twice as many. Existing keys do not change.',
      },
      {
        name: 'public_rate_limit',
        label: 'Without a key',
        unit: 'requests per minute',
        note: 'Per address, for the catalogue and sign-up.',
      },
    ],
  },
  {
    title: 'Sign-up',
    limits: [
      {
        name: 'sign_ups_per_address',
        label: 'Sign-ups from an address',
        unit: 'per hour',
        note: 'Whatever key a request carries. All programs on this computer share one address.',
      },
      {
        name: 'sign_ups_per_day',
        label: 'Sign-ups in all',
        unit: 'in 24 hours',
        note: 'Each new key brings 500 credits. A restart does not reset the count.',
      },
    ],
  },
  {
    title: 'Times',
    limits: [
      {
        name: 'call_seconds',
        label: 'Time limit of a call',
        unit: 'seconds',
        note: 'A call that takes longer is stopped and costs nothing.',
      },
      {
        name: 'model_call_seconds',
        label: 'Time limit of a model call',
        unit: 'seconds',
        note: 'Covers all requests of one call to the model. Local models can be slow. Stopped calls are charged once the model answers.',
      },
      {
        name: 'outbound_seconds',
        label: 'Outbound request',
        unit: 'seconds',
        note: 'Covers name lookup, connection and answer.',
      },
    ],
  },
  {
    title: 'Storage',
    limits: [
      {
        name: 'stored_megabytes',
        label: 'Stored for all keys',
        unit: 'MB',
        note: 'Memory, jobs, answers for repeated requests and saved batches. An eighth is kept free for you, and half for keys that you made.',
      },
    ],
  },
  {
    title: 'Language models',
    limits: [
      {
        name: 'model_questions_per_day',
        label: 'Questions of a key',
        unit: 'questions per day',
        note: 'Per key without a budget of its own, beside its credits. Failed calls count too. Your own key has none unless you set it.',
      },
      {
        name: 'model_tokens_per_day',
        label: 'Tokens of a key',
        unit: 'tokens per day',
        note: 'The same for tokens, read and written. A day begins at 00:00 UTC.',
      },
    ],
  },
  {
    title: 'MCP',
    limits: [
      {
        name: 'mcp_result_chars',
        label: 'Result of a call',
        unit: 'characters',
        note: 'Longer results reach the client in pages. A client can choose another number with result_chars in its address.',
      },
    ],
  },
  {
    title: 'Credits',
    limits: [
      {
        name: 'auto_approved_credits',
        label: 'Purchases without approval',
        unit: 'credits in 30 days',
        note: 'Per key. Larger purchases wait for your approval under Balance. Use 0 to approve every purchase.',
      },
    ],
  },
]
