import { sharerOf } from '../../accounts/account.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { WorkerCall } from '../../workers/worker-pool.ts'
import type { Call } from '../call.ts'
import type { Services } from '../services.ts'
import { cancelled, handlerError, outOfTime, outputBroken, toolFailed } from './tool-failure.ts'
import { invalidInput } from '../checks/validate-input.ts'

/**
 * Lets a worker work for a call.
 * @returns what worker-messages.ts says of that part
 * @throws GatewayError validation_error when the input is unusable, overloaded, else handler_error
 */
export async function runInWorker(
  call: Pick<Call, 'account' | 'requestId' | 'caller' | 'observer'>,
  tool: RegisteredTool,
  work: Required<Pick<WorkerCall, 'part' | 'input'>>,
  services: Services,
): Promise<unknown> {
  const outcome = await services.workers.run({
    who: sharerOf(call.account),
    slug: tool.slug,
    ...work,
    native: tool.definition.native,
    now: services.now(),
    signal: call.caller.signal,
    onProgress: (percent, status) => call.observer?.progress(percent, status),
  })
  switch (outcome.kind) {
    case 'done':
      return outcome.output
    case 'invalid':
      throw invalidInput(tool, [{ path: outcome.path, message: outcome.message }])
    case 'timed_out':
      throw outOfTime(tool)
    case 'out_of_memory':
      throw handlerError(tool, 'The call needed more memory than a tool may use and was stopped.')
    case 'cancelled':
      throw cancelled(tool)
    case 'broken':
      services.reportBug(new Error(outcome.message), call.requestId)
      throw outputBroken(tool)
    case 'failed': {
      const failure = new Error(outcome.message)
      services.reportBug(failure, call.requestId)
      throw toolFailed(tool, failure)
    }
  }
}
