import type { Call } from '../call.ts'
import type { Services } from '../services.ts'
import { runChain, type ReadyCall } from './run-chain.ts'
import { runTool, toData, type ToolResult } from './run-tool.ts'

/** What is measured of a run. */
export interface RunMarks {
  mark(name: 'cache' | 'execute'): void
}

/**
 * The result of a call, from the cache or by running its tool. The result of a recipe is not kept: its steps' are.
 * @throws GatewayError, NeedsKey as runTool does
 */
export async function cachedRun(
  call: Call,
  begun: ReadyCall,
  services: Services,
  marks?: RunMarks,
): Promise<ToolResult> {
  const { tool, input, departure } = begun
  const isKept = tool.definition.cacheable === true && tool.chain === null
  const name = isKept ? input.cacheName(services.cache, call.account.id) : null
  const known = name === null ? null : services.cache.get(name)
  marks?.mark('cache')
  if (known)
    return {
      ...known,
      data: () => toData(known.dataJson),
      engine: tool.engine,
      cache: 'HIT',
      fallbackUsed: false,
    }
  const result = tool.chain
    ? await runChain(call, { ...begun, chain: tool.chain }, services, cachedRun)
    : await runTool(call, tool, input, departure, services)
  marks?.mark('execute')
  if (name !== null) services.cache.put(name, result)
  return result
}
