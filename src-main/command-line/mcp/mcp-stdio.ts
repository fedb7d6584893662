import { createInterface } from 'node:readline'
import { environmentKey } from '../client/command-key.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { findGateway, isGatewayOf } from '../client/find-gateway.ts'
import { wordsFor, type GatewayPlace } from '../client/gateway-place.ts'
import { sendHttp } from '../client/http.ts'
import { startGatewayFor } from '../client/start-gateway.ts'
import { McpBridge } from './mcp-bridge.ts'
import { reporting } from '../terminal/reporting.ts'
import { print } from '../terminal/terminal.ts'

export interface McpStdioOptions {
  readonly place: GatewayPlace
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
    const { place, env, headless } = options
    const key = environmentKey(env)
    if (key === undefined)
      throw new CommandFailed(
        'Set TOOLGATE_KEY to an API key. toolgate mcp config CLIENT writes one into the settings of a client.',
        EXIT.auth,
      )
    const found = await findGateway(place)
    // Another gateway would have a ledger of its own, and charge what nobody looks for there.
    if (found === null && place.named !== null)
      throw new CommandFailed(`No gateway answers ${wordsFor(place)}.`, EXIT.unreachable)
    const gateway = found?.url ?? (await startGatewayFor(place.dataDir, headless))
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
  const { dataDir, named } = options.place
  const isSafe = async () => named !== null || (await isGatewayOf(dataDir, gateway))
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
    const stream = await sendHttp(`${gateway}/v1/stream/usage`, { headers, signal })
    // It may run for days, so nothing of it is kept.
    for await (const piece of stream.body) void piece
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
