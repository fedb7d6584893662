import { z } from 'zod'
import type { SourceKey } from '../../../../src-shared/sources/source-keys.ts'
import { isInScope } from '../../../accounts/scopes.ts'
import { grantOf, whyBarred } from '../../../accounts/source-grants.ts'
import { isVisitorKey } from '../../../accounts/visitor-key.ts'
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

/** Which keys may call the tools of a source, oldest first, without visitors' keys and those that do not work. */
export function toSourceKeys(
  source: string,
  { keys, ledger, registry }: Services,
): { readonly open_tools: number; readonly keys: readonly SourceKey[] } {
  const open = registry.tools.flatMap(({ facts }) => (facts.source?.id === source ? [facts] : []))
  const told = keys
    .list()
    .filter(
      (key) => ['active', 'suspended'].includes(keys.statusOf(key)) && !isVisitorKey(key, keys, ledger),
    )
    .map((key) => ({
      ...{ key_id: key.id, name: key.name, last4: key.last4, grant: grantOf(key, source) },
      tools: open.filter((tool) => isInScope(key, tool)).length,
      barred: whyBarred(key, false),
    }))
  return { open_tools: open.length, keys: told }
}
