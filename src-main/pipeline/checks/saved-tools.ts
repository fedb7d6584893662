import type { Account } from '../../accounts/account.ts'
import { unknownValue } from '../../registry/choose-tools.ts'
import { shapeTools } from '../../registry/toolsets/shape-tools.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { Services } from '../services.ts'
import { toolsBoundTo, toolsSeenBy } from './seen-tools.ts'

/**
 * The tools of the saved toolset that a caller has asked for, out of those that it sees; of a key that is bound to
 * one, its tools whatever was asked for.
 * @param sets the names of all sets that it has asked for
 * @param account null for a caller without a key, to whom no toolset is shown
 * @returns null when none of them is a saved one
 * @throws GatewayError validation_error for a saved toolset beside another set, and for another than the key's own
 */
export function savedToolsFor(
  sets: readonly string[],
  account: Account | null,
  services: Services,
): Tools | null {
  if (account === null) return null
  const bound = account.scopes?.toolset
  if (bound !== undefined) {
    const other = sets.find((name) => name !== bound && services.toolsets.find(name))
    if (other !== undefined) throw unknownValue('toolset', other, [bound])
    return toolsBoundTo(account, services)
  }
  if (sets.length === 0) return null
  const saved = sets.flatMap((name) => services.toolsets.find(name) ?? [])
  const [toolset] = saved
  if (!toolset) return null
  const other = sets.find((name) => name !== toolset.name)
  if (other !== undefined)
    throw unknownValue('toolset', `${toolset.name},${other}`, [`${toolset.name} alone`])
  return shapeTools(toolsSeenBy(account, services), toolset)
}
