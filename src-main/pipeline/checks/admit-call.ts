import { refusePaused } from '../../accounts/rules/refuse-paused.ts'
import { rulesFor, type RuledKey } from '../../accounts/rules/rules-of.ts'
import { stepsOf } from '../../registry/chained-tool.ts'
import type { ListedTool, RegisteredTool } from '../../registry/registry.ts'
import { ShapedTool } from '../../registry/toolsets/shaped-tool.ts'
import type { Call } from '../call.ts'
import { checkModelBudget } from '../models/model-access.ts'
import type { Services } from '../services.ts'
import { checkScope } from './check-scope.ts'
import { findTool, noSuchTool } from './find-tool.ts'
import { toolsBoundTo } from './seen-tools.ts'
import { withFileContents } from './with-file-contents.ts'
import { withPresets } from './with-presets.ts'

/** A call that its key may make, with its tool. */
export interface AdmittedCall<C = Call> {
  readonly tool: RegisteredTool
  /** The call with the contents of the files that its fields refer to. */
  readonly call: C
  /** The rules that hold for its key. */
  readonly ruled: readonly RuledKey[]
}

/**
 * Checks that a key may make a call now, counts it where its tool has a limit, reads the files that the call refers to,
 * and adds the presets of its toolset. The input is not checked yet.
 * @throws GatewayError api_not_found, forbidden, scope_denied, rate_limited; validation_error for a file that cannot be
 *   read, and for a fixed field with another value
 */
export async function admitCall(call: Call, services: Services): Promise<AdmittedCall> {
  const listed = toolOf(call, services)
  const ruled = rulesFor(call.account, services.keys)
  refusePaused(ruled)
  checkScope(call, listed, services)
  checkModelBudget(call.account, listed, services)
  // A job was counted when it was submitted.
  if (ruled.length > 0 && !call.isCounted) {
    const counted = services.toolLimits.count(namesOf(listed), ruled)
    if (counted) await counted
  }
  const tool = await listed.load()
  const read = await withFileContents(call, tool, services)
  const whole = listed instanceof ShapedTool ? withPresets(read, tool, listed.shape) : read
  return { tool, call: whole, ruled }
}

// The tool and all that it calls itself.
function namesOf(tool: ListedTool): string[] {
  return [tool.slug, ...stepsOf(tool).flatMap(namesOf)]
}

/**
 * The tool that a caller means, as its toolset shapes it.
 * @throws GatewayError api_not_found
 */
export function toolOf(
  { slug, account, tools, unsaved }: Pick<Call, 'slug' | 'account' | 'tools' | 'unsaved'>,
  services: Services,
): ListedTool {
  if (unsaved) return unsaved.tool
  // Of a bound key, any other tool is found too: check-scope.ts refuses it.
  if (!tools) return toolsBoundTo(account, services)?.find(slug) ?? findTool(slug, account, services)
  const tool = tools.find(slug)
  if (tool) return tool
  throw noSuchTool(slug, tools)
}
