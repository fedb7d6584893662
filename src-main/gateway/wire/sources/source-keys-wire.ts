import { z } from 'zod'
import { isForAnybody, sourceAccess } from '../../../accounts/source-grants.ts'
import type { Account } from '../../../accounts/account.ts'
import type { Services } from '../../../pipeline/services.ts'

const keyIds = z.array(z.string().min(1).max(100)).max(100).default([])

/** The body of POST /app/sources/{id}/keys. */
export const sourceKeys = z
  .strictObject({
    grant: keyIds.describe('The ids of keys that may call its tools from now on'),
    take: keyIds.describe('The ids of keys that may call them no longer'),
  })
  .refine(({ grant, take }) => grant.length + take.length > 0, {
    path: ['grant'],
    error: 'Send the ids of keys as grant or take',
  })
  .refine(({ grant, take }) => !grant.some((id) => take.includes(id)), {
    path: ['take'],
    error: 'A key cannot be granted and taken at once',
  })

/** Which keys may call the tools of a source, oldest first, without those that anybody may have. */
export function toSourceKeys(id: string, { keys, registry }: Services) {
  const open = registry.tools.flatMap(({ facts }) => (facts.source?.id === id ? [facts] : []))
  const told = keys
    .list()
    .filter((key) => !isForAnybody(key) && key.revokedAt === null && keys.statusOf(key) !== 'expired')
    .map((key) => ({ ...named(key), ...sourceAccess(key, id, open) }))
  return { open_tools: open.length, keys: told }
}

function named({ id, name, last4, endsWith }: Account) {
  return { key_id: id, name, last4, ends_with: endsWith }
}
