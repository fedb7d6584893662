import type { RuledKey } from '../../accounts/rules/rules-of.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { Call } from '../call.ts'
import { accountNow } from '../checks/account-now.ts'
import { checkScope } from '../checks/check-scope.ts'
import { findTool } from '../checks/find-tool.ts'
import type { Services } from '../services.ts'
import { approvalWaitOf } from './needs-approval.ts'

/**
 * Waits until the owner has approved a call, if the rules of its key ask for that. Nothing is reserved meanwhile, and
 * afterwards the key must still be allowed to make the call.
 * @throws GatewayError approval_refused, approval_timed_out, rate_limited, caller_left; invalid_key, forbidden,
 *   scope_denied
 */
export async function awaitApproval(
  call: Call,
  tool: RegisteredTool,
  ruled: readonly RuledKey[],
  services: Services,
): Promise<void> {
  const listed = call.unsaved?.tool ?? findTool(call.slug, call.account, services)
  const seconds = approvalWaitOf(listed, ruled)
  if (seconds === null) return
  const { credits } = tool.definition
  const asked = { ...call, slug: tool.slug }
  const verdict =
    call.verdict === undefined
      ? await services.approvals.ask(asked, credits, seconds, call.caller.signal)
      : call.verdict
  if (verdict) throw verdict
  checkScope({ ...call, account: accountNow(call, services.keys) }, listed, services)
}
