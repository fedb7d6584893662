import { GatewayError } from '../../../src-shared/errors.ts'
import type { RuledKey } from './rules-of.ts'

/**
 * Refuses a call of a key that the owner has paused, or whose maker is paused. It is not a 401, at which clients throw
 * a key away: this one works again without any change of theirs.
 * @throws GatewayError forbidden
 */
export function refusePaused(ruled: readonly RuledKey[]): void {
  const paused = ruled.find(({ rules }) => rules.paused)
  if (!paused) return
  throw new GatewayError(
    'forbidden',
    'The owner has paused this key. Its calls are let in again once the owner resumes it: ' +
      `in Activity on the page, or with \`toolgate keys resume ${paused.id}\`.`,
  )
}
