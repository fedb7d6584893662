import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import { loadRegistry, type RegisteredTool } from '../../../src-main/registry/registry.ts'
import type { TestGateway } from '../gateway/test-gateway.ts'
import { longestTurnMs } from '../turn-time.ts'
import { largeShapesOf, type LargeShape } from './largest-inputs.ts'
import { toNowhere } from './nowhere.ts'

/** Room for the gateway's own fields. */
const OWN_BYTES = 128

/** One large call, and how long it held the gateway's thread. */
export interface LargeCall {
  readonly slug: string
  readonly what: string
  readonly status: number
  readonly bytes: number
  /** Milliseconds of processor time in one turn of the event loop. */
  readonly turnMs: number
}

/** The tools whose large inputs are tried: all but those of models, which answer `needs_key` without a provider. */
export async function toolsToTry(isWorker: boolean): Promise<RegisteredTool[]> {
  const { tools } = await loadRegistry()
  const loaded = await Promise.all(tools.map((tool) => tool.load()))
  return loaded.filter(({ definition }) => (definition.worker === true) === isWorker)
}

/** The shapes of a tool's largest inputs. @param bytes the length of the body */
export function shapesFor(tool: RegisteredTool, bytes: number = MAX_BODY_BYTES - OWN_BYTES): LargeShape[] {
  const { examples } = tool.definition
  return largeShapesOf({ input_schema: tool.inputSchema, examples: examples }, bytes)
}

/**
 * Sends one large call through the front door.
 * @param own fields of the gateway itself, such as `mode`
 * @returns null if the shape does not fit into a body
 */
export async function sendLarge(
  gateway: TestGateway,
  tool: RegisteredTool,
  { what, make }: LargeShape,
  own: Readonly<Record<string, unknown>> = {},
  key = gateway.key,
): Promise<LargeCall | null> {
  const { slug, definition } = tool
  const body = JSON.stringify({ ...offline(tool, what, make() as object), ...own })
  const bytes = Buffer.byteLength(body)
  if (bytes > MAX_BODY_BYTES) return null
  // What the first call loads does not count.
  await gateway.call(slug, offline(tool, '', definition.examples[0]!.input))
  let status = 0
  const turnMs = await longestTurnMs(async () => {
    const answer = await gateway.open(`/v1/${slug}`, { body, key })
    status = answer.status
    await answer.arrayBuffer()
  })
  return { slug, what, status, bytes, turnMs }
}

function offline({ definition, fields }: RegisteredTool, what: string, input: object): object {
  const { tier, sideEffects } = definition
  const hasField = (name: string) => fields.has(name)
  return toNowhere({ tier, sideEffects, hasField }, input, what.slice(0, Math.max(0, what.indexOf(':'))))
}
