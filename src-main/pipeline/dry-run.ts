import { toPurchaseUsd } from '../../src-shared/prices.ts'
import { checkInput } from '../registry/check-input.ts'
import type { Call } from './call.ts'
import { checkLarge, isLarge } from './checks/check-call.ts'
import { checkScope, type ScopedCaller } from './checks/check-scope.ts'
import { findTool } from './checks/find-tool.ts'
import { readCallBody } from './checks/read-call.ts'
import { withFileContents } from './checks/with-file-contents.ts'
import type { Services } from './services.ts'

/**
 * Previews the cost of a call and validates its input (spec, "Dry run"). Nothing runs, nothing is charged.
 * @throws GatewayError api_not_found, scope_denied; validation_error for the gateway's own fields and for files that
 *   cannot be read only
 */
export async function dryRun(
  slug: string,
  body: Readonly<Record<string, unknown>>,
  from: ScopedCaller & Pick<Call, 'requestId' | 'caller'>,
  services: Services,
): Promise<object> {
  const listed = findTool(slug, from.account, services)
  checkScope(from, listed, services)
  const tool = await listed.load()
  const { fields } = readCallBody(body, listed.facts.fields)
  const call = await withFileContents({ ...from, fields }, tool, services)
  const checked = isLarge(call) ? await checkLarge(tool, call, services) : checkInput(tool, call.fields)
  const { balance, reserved } = services.ledger.balanceOf(from.account.id)
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
    has_handler: true,
    input_schema: { ...tool.inputSchema, required: tool.required },
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
