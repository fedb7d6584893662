import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { assertInScope, outOfScope } from '../../accounts/scopes.ts'
import { stepsOf } from '../../registry/chained-tool.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Call } from '../call.ts'
import { assertMayAskModels } from '../models/model-access.ts'
import type { Services } from '../services.ts'
import { isOpenTo, toolsBoundTo } from './seen-tools.ts'

/** The caller of a tool. */
export type ScopedCaller = Pick<Call, 'account' | 'requestId' | 'address'>

/**
 * Refuses a tool outside the key's scopes, or one that asks models to a key that may not ask any, and records the
 * refusal in the audit trail.
 * @throws GatewayError scope_denied
 */
export function checkScope(from: ScopedCaller, tool: ListedTool, services: Services): void {
  const { account, requestId, address = null } = from
  try {
    assertMayCall(account, tool, services)
  } catch (refusal) {
    const detail = { code: 'scope_denied', slug: tool.slug }
    services.refusals.note({ actor: account, address, requestId, detail })
    throw refusal
  }
}

/** Whether a key may call a tool at all, for lists of tools; nothing is recorded. */
export function mayCall(account: Account, tool: ListedTool, services: Services): boolean {
  try {
    assertMayCall(account, tool, services)
    return true
  } catch (refusal) {
    if (refusal instanceof GatewayError) return false
    throw refusal
  }
}

function assertMayCall(account: Account, tool: ListedTool, services: Services): void {
  assertInScope(account, tool.facts)
  assertInToolset(account, tool, services)
  if (!isOpenTo(account, tool, services)) throw outOfScope(tool)
  assertMayAskModels(account, tool, services)
  // A step is a call of its own, as far as rights are concerned.
  if (!stepsOf(tool).every((step) => mayCall(account, step, services))) throw stepsOutOfScope(tool)
}

// The steps are not named: they may be of a source that the key knows nothing of.
function stepsOutOfScope({ slug }: ListedTool): GatewayError {
  return new GatewayError(
    'scope_denied',
    `This key may not call every tool of ${slug}. Ask the key's owner to widen its scope, or use another key.`,
  )
}

// A removed toolset has no tools left, so its keys call nothing.
function assertInToolset(account: Account, { slug }: ListedTool, services: Services): void {
  const bound = toolsBoundTo(account, services)
  if (!bound || bound.find(slug)) return
  const name = account.scopes?.toolset ?? ''
  throw new GatewayError(
    'scope_denied',
    services.toolsets.find(name)
      ? `This key is bound to the toolset ${name}, which has no ${slug}. GET /v1/tools lists its tools.`
      : `This key is bound to the toolset ${name}, which was removed. Ask the owner of the gateway to save it again.`,
  )
}
