import { describe, expect, it, onTestFinished } from 'vitest'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { muteServer } from '../../support/network/mute-server.ts'
import { waitUntil } from '../../support/wait-until.ts'

describe.each(['auto', 'legacy'] as const)('an MCP client with %s negotiation', (era) => {
  // Catches: minutes of silence, after which a client gives up.
  it('is notified of the progress of any call that takes long, if it asks', async () => {
    const { origin } = await muteServer()
    const gateway = await TestGateway.create({ allowedOrigins: [origin] })
    onTestFinished(() => gateway.close())
    const client = await mcpClient(gateway, { era })
    const abort = new AbortController()
    const seen: number[] = []
    const request = { name: 'webhook-send', arguments: { url: origin, payload: {} } }
    const call = client.callTool(request, {
      signal: abort.signal,
      onprogress: ({ progress }) => seen.push(progress),
    })
    call.catch(() => undefined)
    await waitUntil(() => seen.length >= 2, 'two notifications')
    abort.abort()
    await expect(call).rejects.toThrow()
    expect(seen[1]).toBeGreaterThan(seen[0]!)
    await client.close()
  })
})
