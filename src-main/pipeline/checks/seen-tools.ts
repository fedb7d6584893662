import type { Account } from '../../accounts/account.ts'
import { isInScope } from '../../accounts/scopes.ts'
import { isVisitorKey } from '../../accounts/visitor-key.ts'
import { stepsOf } from '../../registry/chained-tool.ts'
import type { ListedTool } from '../../registry/registry.ts'
import { ToolList, type Tools } from '../../registry/tool-list.ts'
import { shapeTools } from '../../registry/toolsets/shape-tools.ts'
import type { Services } from '../services.ts'

type Needed = Pick<Services, 'registry' | 'keys' | 'ledger' | 'toolsets'>

const NO_TOOLS: Tools = new ToolList([])

/**
 * The tools that a caller sees in lists, searches and documents: those of this build, and of sources only those that
 * its key may call. A key that is bound to a saved toolset sees the tools of that, as it shapes them.
 * @param account null for a caller without a key
 */
export function toolsSeenBy(account: Account | null, services: Needed): Tools {
  return (account && toolsBoundTo(account, services)) ?? unboundTools(account, services)
}

/**
 * The only tools of a key that is bound to a saved toolset; none when the owner has removed that.
 * @returns null for a key that is not bound to any
 */
export function toolsBoundTo(account: Account, services: Needed): Tools | null {
  const name = account.scopes?.toolset
  if (name === undefined) return null
  const toolset = services.toolsets.find(name)
  return toolset ? shapeTools(unboundTools(account, services), toolset) : NO_TOOLS
}

function unboundTools(account: Account | null, services: Needed): Tools {
  const { registry } = services
  if (!registry.hasSources || account === null || !maySeeSources(account, services)) return registry.builtIn
  const name = JSON.stringify([account.permissions.has('admin'), account.scopes])
  return registry.view(name, (tool) => tool.facts.source === null || isGranted(account, tool))
}

// A recipe is of use only to whoever may call all tools that it calls.
function isGranted(account: Account, tool: ListedTool): boolean {
  return isInScope(account, tool.facts) && stepsOf(tool).every((step) => isGranted(account, step))
}

/** Whether a key may call a tool of a source, served or not. */
export function mayCallSource(
  account: Account,
  { slug, source }: { readonly slug: string; readonly source: string },
  { keys, ledger }: Pick<Needed, 'keys' | 'ledger'>,
): boolean {
  const asked = { slug, category: source, tier: 'network', source: { id: source } }
  return isInScope(account, asked) && !isVisitorKey(account, keys, ledger)
}

/** Whether a key may call any tools of sources: some were granted to it, and it is nobody's who only signed up. */
export function maySeeSources(account: Account, { registry, keys, ledger }: Needed): boolean {
  return registry.hasSources && mayCallSources(account, { keys, ledger })
}

// Also where there is none, for a recipe that is tried before any is saved.
function mayCallSources(account: Account, { keys, ledger }: Pick<Needed, 'keys' | 'ledger'>): boolean {
  const isGranted = account.permissions.has('admin') || account.scopes?.sources || account.scopes?.slugs
  return Boolean(isGranted) && !isVisitorKey(account, keys, ledger)
}

/** Whether a key may call a tool as far as its source is concerned; any may for a tool of this build. */
export function isOpenTo(account: Account, { facts }: ListedTool, services: Needed): boolean {
  return facts.source === null || mayCallSources(account, services)
}
