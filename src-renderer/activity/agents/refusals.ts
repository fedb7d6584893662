import type { ActivityEntry } from '../../../src-shared/activity.ts'
import type { OwnedKey } from '../../gateway/owner-types.ts'
import { counted } from '../../../src-shared/counted.ts'

/** What the owner can do about a refusal in its place. */
export type Remedy = 'credits' | 'rate' | 'tool' | 'resume'

/** Why a call was refused, in words, and what would let the next one in. */
export interface Refusal {
  readonly title: string
  readonly why: string
  /** Null where it takes more than one step. */
  readonly remedy: Remedy | null
}

/**
 * Says why a call was refused.
 * @param key what is known of its key now; undefined for a key that is unknown
 */
export function refusalOf({ code, slug }: ActivityEntry, key: OwnedKey | undefined): Refusal {
  const name = key?.name ?? 'This key'
  switch (code) {
    case 'insufficient_credits':
      return key && isAtLimit(key)
        ? {
            title: 'Over the credit limit of this key',
            why: `It has spent ${key.spent?.toLocaleString('en')} of ${counted(key.credit_limit ?? 0, 'credit')}.`,
            remedy: 'credits',
          }
        : {
            title: 'Not enough credits',
            why: key ? `${counted(key.balance, 'credit')} can be spent now.` : 'Its credits are used up.',
            remedy: null,
          }
    case 'rate_limited':
      return {
        title: 'Too many calls',
        why: key ? `${name} may make ${rateWords(key)}.` : 'Too many calls came from this address.',
        remedy: key && !key.rules.tool_limits?.[slug] ? 'rate' : null,
      }
    case 'scope_denied':
      return {
        title: `${name} may not call ${slug}`,
        why: key?.toolset
          ? `The key is bound to the toolset ${key.toolset}.`
          : 'It is not one of the tools that the key may call.',
        remedy: key && key.toolset === null ? 'tool' : null,
      }
    case 'forbidden':
      return key?.rules.paused
        ? {
            title: `${name} is paused`,
            why: 'None of its calls is let in until you resume it.',
            remedy: 'resume',
          }
        : { title: 'Not allowed', why: `${name} may not do this, or was paused then.`, remedy: null }
    case 'auth_required':
    case 'invalid_key':
      return {
        title: code === 'auth_required' ? 'Without a key' : 'With a key that does not work',
        why: 'The client needs a key of this gateway. Balance lists them and makes new ones.',
        remedy: null,
      }
    default:
      return { title: 'Refused', why: `The reason is ${code ?? 'unknown'}.`, remedy: null }
  }
}

/** The value to suggest for a higher limit: twice the present one. */
export function suggestedLimit(remedy: 'credits' | 'rate', key: OwnedKey): number {
  return remedy === 'credits' ? Math.max(10, (key.credit_limit ?? 0) * 2) : key.rate_limit.limit * 2
}

/** How often a key may call, in words. */
export function rateWords({ rate_limit: { limit, window_seconds: window } }: OwnedKey): string {
  return `${counted(limit, 'call')} ${window === 60 ? 'a minute' : `in ${counted(window, 'second')}`}`
}

// Where the account that pays has less than that, a higher limit lets nothing in.
function isAtLimit({ credit_limit, spent, balance }: OwnedKey): boolean {
  return credit_limit !== null && balance >= credit_limit - (spent ?? 0)
}
