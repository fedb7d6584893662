import { hash } from 'node:crypto'
import { GatewayError } from '../../../src-shared/errors.ts'
import { isLoopback } from '../../accounts/caller-address.ts'
import { gauge } from '../../telemetry/instruments.ts'
import { shareLines } from '../../telemetry/share-metrics.ts'
import type { Walls } from '../../workers/worker-launch.ts'
import { authRequired, identify } from '../session/authenticate.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { defineRoute, type RouteRequest } from '../route.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** GET /metrics: the gateway's figures for Prometheus; without a key from this machine, else with an admin key. */
export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  access: 'open',
  handle: async (request) => {
    assertMayRead(request)
    const body = `${(await linesOf(request.context)).join('\n')}\n`
    return {
      status: 200,
      body,
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      outputHash: hash('sha256', body),
      engine: 'real',
      creditsUsed: 0,
      balance: null,
    }
  },
})

async function linesOf({ services, callMetrics, processMetrics }: GatewayContext): Promise<string[]> {
  const { ledger, shares, workers } = services
  const held = ledger.openReservations()
  const { bytes, limit } = await services.engine.read(() => services.stored.state())
  return [
    ...callMetrics.lines(),
    ...gauge('toolgate_reservations_open', 'Calls whose credits are reserved and not settled yet.', held),
    ...gauge('toolgate_stored_bytes', 'What all keys store together.', bytes),
    ...gauge('toolgate_stored_limit_bytes', 'What all keys may store together.', limit),
    ...wallLines(workers.walls),
    ...shareLines(shares.states()),
    ...processMetrics.lines(),
  ]
}

// Known once a worker has started.
function wallLines(walls: Walls | null): string[] {
  if (!walls) return []
  const [permissions, sandbox] = [walls.permissions, walls.sandbox].map(Number)
  return [
    ...gauge('toolgate_worker_permissions', "Whether workers run with Node's permissions.", permissions!),
    ...gauge('toolgate_worker_sandbox', 'Whether workers run in a sandbox of the system.', sandbox!),
  ]
}

function assertMayRead({ event, exchange, context }: RouteRequest): void {
  if (isFromHere(exchange.address, event.req.headers)) return
  const account = identify(event, context)
  if (!account) throw authRequired(context)
  if (account.permissions.has('admin')) return
  throw new GatewayError('forbidden', 'Metrics need a key with the admin permission. Use the owner key.')
}

/** Whether a request comes from a program on this machine that is not a proxy. */
export function isFromHere(address: string, headers: Headers): boolean {
  if (FORWARDED.some((name) => headers.has(name))) return false
  return isLoopback(address)
}
