import type { Tool } from '../../gateway/gateway-types.ts'
import { useToasts } from '../../ui/kept/toasts.ts'

/**
 * Adds a call to a batch of its tool, from wherever an input is at hand; nothing is run. What that takes is fetched
 * only now, since a page that is opened to run a tool does without it.
 * @param input null while it is none, which is said
 */
export async function addToBatch(
  tool: Tool,
  input: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const loaded = await import('./add-call.ts').catch(() => null)
  if (loaded) await loaded.useAddCall().add(tool, input)
  else useToasts().say('Nothing was added: Toolgate does not answer')
}
