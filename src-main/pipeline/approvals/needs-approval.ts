import type { RuledKey } from '../../accounts/rules/rules-of.ts'
import type { ApprovalRule } from '../../../src-shared/rules/key-rules.ts'
import { reachesOut } from '../../registry/mcp-tool.ts'
import { callsOf } from '../../registry/chained-tool.ts'
import type { ListedTool } from '../../registry/registry.ts'

/**
 * For how long a call waits for the owner's approval at most, in seconds; null for a call that needs none.
 * A recipe waits once, for whichever of its steps would.
 * @param ruled the rules that hold for its key
 */
export function approvalWaitOf(tool: ListedTool, ruled: readonly RuledKey[]): number | null {
  const waits = ruled.flatMap(({ rules: { approval } }) =>
    approval && callsOf(tool).some(({ facts }) => includes(approval, facts)) ? [approval.wait_seconds] : [],
  )
  return waits.length === 0 ? null : Math.min(...waits)
}

function includes({ tools }: ApprovalRule, facts: ListedTool['facts']): boolean {
  switch (tools) {
    case 'all':
      return true
    case 'outbound':
      return facts.sideEffects === true || facts.source !== null || reachesOut(facts)
    case 'side_effects':
      return facts.sideEffects === true
  }
}
