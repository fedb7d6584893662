import type { Tool } from '../../gateway/gateway-types.ts'
import { useToasts } from '../../ui/kept/toasts.ts'

/**
 * Adds a call to a batch of its tool without running it. The code is loaded only now, since most
 * visits do not need it.
 * @param input null if the input is not valid; a toast says so
 */
export async function addToBatch(
  tool: Tool,
  input: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const loaded = await import('./add-call.ts').catch(() => null)
  if (loaded) await loaded.useAddCall().add(tool, input)
  else useToasts().say('Not added: Toolgate is not responding')
}
