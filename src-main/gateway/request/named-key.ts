import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import type { KeyStore } from '../../accounts/key-store.ts'

/** The fields that name the key which an administrator changes. */
export const namedKeyFields = {
  key: z.string().max(200).optional().describe('The key itself'),
  key_id: z.string().max(200).optional().describe('The id of the key; send this or key'),
}

/**
 * The key that a body names.
 * @throws GatewayError validation_error when there is none
 */
export function namedKey(
  sent: { readonly key?: string | undefined; readonly key_id?: string | undefined },
  keys: KeyStore,
): Account {
  const found = sent.key ? keys.find(sent.key) : sent.key_id ? keys.findAnyById(sent.key_id) : null
  if (found) return found
  const message = 'Send an existing key as key or key_id'
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'key_id', message }],
    missing_fields: [],
  })
}

/**
 * A key that could work; one that was revoked is never brought back.
 * @throws GatewayError not_found
 */
export function unrevokedKey(id: string, keys: KeyStore): Account {
  const key = keys.findAnyById(id)
  if (key && key.revokedAt === null) return key
  throw new GatewayError(
    'not_found',
    'There is no key with this id that could work. `toolgate keys list` lists them.',
  )
}
