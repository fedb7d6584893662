import { createInterface } from 'node:readline'
import { environmentKey } from '../client/command-key.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { findGateway, isGatewayOf, namedGateway, startGatewayFor } from '../client/find-gateway.ts'
import { McpBridge } from './mcp-bridge.ts'
import { reporting } from '../terminal/reporting.ts'
import { print } from '../terminal/terminal.ts'

export interface McpStdioOptions {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  /** The built entry of the gateway, to start when none runs. */
  readonly headless: URL
  /** What to list and how, by the names of the parameters of /mcp. */
  readonly wishes: Readonly<Record<string, string | undefined>>
}

/**
 * Speaks MCP on stdin and stdout until stdin ends, using the key in the environment.
 * @returns the exit code
 */
export async function serveMcpOnStdio(options: McpStdioOptions): Promise<number> {
  return await reporting(false, async () => {
    const { dataDir, env, headless } = options
    const key = environmentKey(env)
    if (key === undefined)
      throw new CommandFailed(
        'Set TOOLGATE_KEY to an API key. toolgate mcp config CLIENT writes one into the settings of a client.',
        EXIT.auth,
      )
    const gateway = (await findGateway(dataDir, env))?.url ?? (await startGatewayFor(dataDir, headless))
    if (gateway === null)
      throw new CommandFailed(
        'No gateway is running and none could be started. Run toolgate serve to see why.',
        EXIT.unreachable,
      )
    await bridgeMessages(gateway, key, options)
  })
}

async function bridgeMessages(gateway: string, key: string, options: McpStdioOptions): Promise<void> {
  // stdout belongs to the protocol; nothing else is printed there.
  const { dataDir, env } = options
  const isNamed = namedGateway(env) !== null
  const isSafe = async () => isNamed || (await isGatewayOf(dataDir, gateway))
  const bridge = new McpBridge({ url: addressOf(gateway, options), key, isSafe, write: print })
  const leave = new AbortController()
  void stayConnected(gateway, key, leave.signal)
  // A client that has left reads no more; that is the end, not a failure.
  process.stdout.on('error', () => process.exit(EXIT.done))
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') void bridge.receive(line)
  }
  await bridge.close()
  leave.abort()
}

// A gateway that was started for its clients stays for as long as one of them is connected.
async function stayConnected(gateway: string, key: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  try {
    const stream = await fetch(`${gateway}/v1/stream/usage`, { headers, signal })
    await stream.body?.pipeTo(new WritableStream(), { signal })
  } catch {
    // The connection only keeps the gateway running; a call finds out by itself when the gateway has ended.
  }
}

function addressOf(gateway: string, { wishes }: McpStdioOptions): string {
  const url = new URL(`${gateway}/mcp`)
  for (const [name, value] of Object.entries(wishes))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
