import type { AgentBlock, Data } from '../../src-shared/envelope.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { Work } from '../storage/engine/work.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { Call } from './call.ts'
import type { CheckedInput } from './checks/checked-input.ts'
import { toolsBoundTo } from './checks/seen-tools.ts'
import type { Services } from './services.ts'

const DEFAULT_NAMESPACE = 'default'
const FINGERPRINT_PREFIX_CHARS = 16

/**
 * Saves the result in the session's memory and describes what was saved. Called within the transaction that charges
 * the call. When the memory is full, the caller loses the saved copy, not the call.
 */
export function* toAgentBlock(
  call: Call,
  tool: RegisteredTool,
  input: CheckedInput,
  data: Data,
  services: Services,
): Work<AgentBlock> {
  const fingerprint = input.fingerprint()
  const namespace = call.sessionId ?? DEFAULT_NAMESPACE
  const key = `${tool.slug}:${fingerprint.slice(0, FINGERPRINT_PREFIX_CHARS)}`
  return {
    suggestions: suggestionsOf(tool, call, services),
    cache_fingerprint: fingerprint,
    cost_breakdown: {
      this_call: tool.definition.credits,
      memory_cost: 0,
      potential_cache_savings: tool.definition.credits,
    },
    memory_persisted: (yield* persist(call, services, { namespace, key, value: data }))
      ? { namespace, key }
      : null,
  }
}

// A tool that the caller cannot call would be no help.
function suggestionsOf({ definition: { related = [] } }: RegisteredTool, call: Call, services: Services) {
  const tools = call.tools ?? toolsBoundTo(call.account, services)
  return tools ? related.filter((slug) => tools.find(slug)) : related
}

function* persist(
  call: Call,
  services: Services,
  entry: { readonly namespace: string; readonly key: string; readonly value: unknown },
): Work<boolean> {
  try {
    yield* services.memory.write(call.account.id, entry)
    return true
  } catch (error) {
    if (error instanceof QuotaExceeded) return false
    throw error
  }
}
