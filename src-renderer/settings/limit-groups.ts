import type { NumberSetting } from '../../src-shared/settings.ts'

/** A number that the owner can set, in the page's words. */
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
        label: 'A new key',
        unit: 'requests a minute',
        note: 'For keys made without a rate of their own; keys that exist keep theirs.',
      },
      {
        name: 'public_rate_limit',
        label: 'Without a key',
        unit: 'requests a minute',
        note: 'The catalogue and sign-up, for each address.',
      },
    ],
  },
  {
    title: 'Times',
    limits: [
      {
        name: 'call_seconds',
        label: 'A tool may wait for',
        unit: 'seconds',
        note: 'What takes longer is ended and costs nothing.',
      },
      {
        name: 'model_call_seconds',
        label: 'A tool may ask a model for',
        unit: 'seconds',
        note: 'With all its questions; models on your own machine may need long.',
      },
      {
        name: 'outbound_seconds',
        label: 'A request to another machine',
        unit: 'seconds',
        note: 'Name, connection and answer together.',
      },
    ],
  },
  {
    title: 'Credits',
    limits: [
      {
        name: 'auto_approved_credits',
        label: 'Bought without your approval',
        unit: 'credits in 30 days',
        note: 'By each key; what is past it waits under Balance. With 0 every purchase waits.',
      },
    ],
  },
]
