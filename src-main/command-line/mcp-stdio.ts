import { createInterface } from 'node:readline'
import { EXIT } from './exit-codes.ts'
import { findGateway, startGatewayFor } from './find-gateway.ts'
import { McpBridge } from './mcp-bridge.ts'

export interface McpStdioOptions {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  /** The built entry of the gateway, for when none runs. */
  readonly headless: URL
  /** What to list, as `?toolset=` and `?tools=` take it. */
  readonly toolset: string | undefined
  readonly tools: string | undefined
}

/**
 * Speaks MCP on stdin and stdout until stdin ends, in the name of the key in the environment.
 * @returns the exit code
 */
export async function serveMcpOnStdio(options: McpStdioOptions): Promise<number> {
  const { dataDir, env, headless } = options
  const key = env.TOOLGATE_KEY ?? env.SLOP_KEY ?? env.SLOPSHOP_KEY
  if (key === undefined) {
    say(
      'Set TOOLGATE_KEY to an API key. toolgate mcp config CLIENT writes one into the settings of a client.',
    )
    return EXIT.auth
  }
  const gateway = (await findGateway(dataDir, env)) ?? (await startGatewayFor(dataDir, headless))
  if (gateway === null) {
    say('No gateway runs and none could be started. toolgate serve says why.')
    return EXIT.unreachable
  }
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  const bridge = new McpBridge({ url: addressOf(gateway, options), key, write })
  const leave = new AbortController()
  void stayConnected(gateway, key, leave.signal)
  // A client that has gone away reads no more; that is the end, and no failure.
  process.stdout.on('error', () => process.exit(0))
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') void bridge.receive(line)
  }
  await bridge.close()
  leave.abort()
  return 0
}

// A gateway that was started for its clients stays for as long as one of them is connected.
async function stayConnected(gateway: string, key: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  try {
    const stream = await fetch(`${gateway}/v1/stream/usage`, { headers, signal })
    await stream.body?.pipeTo(new WritableStream(), { signal })
  } catch {
    // The connection only keeps the gateway from leaving; calls say for themselves when it has.
  }
}

function addressOf(gateway: string, { toolset, tools }: McpStdioOptions): string {
  const url = new URL(`${gateway}/mcp`)
  if (toolset !== undefined) url.searchParams.set('toolset', toolset)
  if (tools !== undefined) url.searchParams.set('tools', tools)
  return url.href
}

// stdout belongs to the protocol.
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
