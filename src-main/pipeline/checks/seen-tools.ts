import type { Account } from '../../accounts/account.ts'
import { isInScope } from '../../accounts/scopes.ts'
import { isVisitorKey } from '../../accounts/visitor-key.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { Services } from '../services.ts'

type Needed = Pick<Services, 'registry' | 'keys' | 'ledger'>

/**
 * The tools that a caller sees in lists, searches and documents: those of this build, and of sources only those that
 * its key may call.
 * @param account null for a caller without a key
 */
export function toolsSeenBy(account: Account | null, services: Needed): Tools {
  const { registry } = services
  if (!registry.hasSources || account === null || !maySeeSources(account, services)) return registry.builtIn
  const name = JSON.stringify([account.permissions.has('admin'), account.scopes])
  return registry.view(name, ({ facts }) => facts.source === null || isInScope(account, facts))
}

/** Whether a key may call any tools of sources: some were granted to it, and it is nobody's who only signed up. */
export function maySeeSources(account: Account, { registry, keys, ledger }: Needed): boolean {
  if (!registry.hasSources) return false
  const isGranted = account.permissions.has('admin') || account.scopes?.sources || account.scopes?.slugs
  return Boolean(isGranted) && !isVisitorKey(account, keys, ledger)
}

/** Whether a key may call a tool as far as its source is concerned; any may for a tool of this build. */
export function isOpenTo(account: Account, { facts }: ListedTool, services: Needed): boolean {
  return facts.source === null || maySeeSources(account, services)
}
