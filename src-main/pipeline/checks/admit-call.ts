import type { RegisteredTool } from '../../registry/registry.ts'
import type { Call } from '../call.ts'
import { checkModelBudget } from '../models/model-access.ts'
import type { Services } from '../services.ts'
import { checkScope } from './check-scope.ts'
import { findTool } from './find-tool.ts'
import { withFileContents } from './with-file-contents.ts'

/** A call that its key may make, with its tool. */
export interface AdmittedCall<C = Call> {
  readonly tool: RegisteredTool
  /** The call with the contents of the files that its fields refer to. */
  readonly call: C
}

/**
 * Checks that a key may make a call now, and reads the files that the call refers to. The input is not checked yet.
 * @throws GatewayError api_not_found, scope_denied, rate_limited; validation_error for a file that cannot be read
 */
export async function admitCall(call: Call, services: Services): Promise<AdmittedCall> {
  const listed = findTool(call.slug, call.account, services)
  checkScope(call, listed, services)
  checkModelBudget(call.account, listed, services)
  const tool = await listed.load()
  return { tool, call: await withFileContents(call, tool, services) }
}
