import { MCP_CLIENTS, type McpClient } from '../../extensions/other-clients/mcp-clients.ts'
import { UnusableSettings } from '../../extensions/other-clients/unusable-settings.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** @throws UsageError listing the known clients */
export function clientNamed(name: string): McpClient {
  const client = MCP_CLIENTS.find((known) => known.name === name)
  if (client) return client
  throw new UsageError(`Choose one of ${MCP_CLIENTS.map((known) => known.name).join(', ')}.`)
}

/** Works on the settings of other programs. @throws UsageError for those that cannot be read or written */
export function withSettings<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof UnusableSettings ? new UsageError(error.message) : error
  }
}
