import { toPurchaseUsd } from '../../src-shared/prices.ts'
import { refusePaused } from '../accounts/rules/refuse-paused.ts'
import { rulesFor } from '../accounts/rules/rules-of.ts'
import { shownSteps } from '../registry/chained-tool.ts'
import { checkInput } from '../registry/check-input.ts'
import { describeAll } from '../registry/describe-all.ts'
import { ShapedTool } from '../registry/toolsets/shaped-tool.ts'
import type { Call } from './call.ts'
import { toolOf } from './checks/admit-call.ts'
import { checkLarge, isLarge } from './checks/check-call.ts'
import { guardArguments } from './guards/guard-arguments.ts'
import { checkScope, type ScopedCaller } from './checks/check-scope.ts'
import { readCallBody } from './checks/read-call.ts'
import { withFileContents } from './checks/with-file-contents.ts'
import { withPresets } from './checks/with-presets.ts'
import type { Services } from './services.ts'

/**
 * Previews the cost of a call and validates its input (spec, "Dry run"). Nothing runs, nothing is charged.
 * @throws GatewayError api_not_found, forbidden, scope_denied, guard_refused; validation_error for the gateway's own
 *   fields and for files that cannot be read only
 */
export async function dryRun(
  slug: string,
  body: Readonly<Record<string, unknown>>,
  from: ScopedCaller & Pick<Call, 'requestId' | 'caller'>,
  services: Services,
): Promise<object> {
  const listed = toolOf({ slug, account: from.account }, services)
  const ruled = rulesFor(from.account, services.keys)
  refusePaused(ruled)
  checkScope(from, listed, services)
  const tool = await listed.load()
  const { fields } = readCallBody(body, listed.facts.fields)
  const read = await withFileContents({ ...from, fields }, tool, services)
  const whole = listed instanceof ShapedTool ? withPresets(read, tool, listed.shape) : read
  const { call, refusal } = await guardArguments({ call: whole, tool, ruled }, services)
  if (refusal) throw refusal
  const { inputSchema = {} } = (await describeAll([listed]))[0] ?? {}
  const checked = isLarge(call) ? await checkLarge(tool, call, services) : checkInput(tool, call.fields)
  const { balance, reserved } = await services.ledger.balanceOf(from.account.id)
  const { credits, title } = tool.definition
  return {
    ok: true,
    dry_run: true,
    slug: tool.slug,
    name: title,
    credits,
    estimated_cost_usd: toPurchaseUsd(credits),
    can_afford: balance - reserved >= credits,
    balance,
    balance_after: Math.max(0, balance - credits),
    ...(tool.chain ? { steps: shownSteps(tool.chain) } : {}),
    has_handler: true,
    input_schema: { ...inputSchema, required: inputSchema.required ?? [] },
    input_validation: {
      valid: checked.valid,
      missing_fields: checked.valid ? [] : checked.missing,
      issues: checked.valid ? [] : checked.issues,
    },
    hints: {
      execute: `POST /v1/${tool.slug}`,
      stream: `POST /v1/stream/${tool.slug}`,
      async: `POST /v1/async/${tool.slug}`,
    },
  }
}
