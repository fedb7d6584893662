import { liftRateLimit } from '../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../support/gateway/test-gateway.ts'
import { sendLarge, shapesFor, toolsToTry, type LargeCall } from '../support/tools/large-calls.ts'
import type { BenchTable } from './run.ts'

/** Two lengths of bodies: the largest, and the largest that is still read in the gateway's thread. */
const SIZES = [4 * 1024 * 1024 - 128, 64 * 1024 - 128]
const SHOWN = 15
const ONLY = new RegExp(process.env.BENCH_TOOLS ?? '')

/**
 * Every tool with every shape of its largest input: for how long a call holds the gateway's thread at most. Takes long;
 * `BENCH_TOOLS=^crypto-` tries only some tools.
 */
export async function benchLoop(): Promise<BenchTable> {
  const gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  const { ledger } = gateway.instance.services
  await ledger.credit({ id: 'loop', account: gateway.keyId, kind: 'grant', credits: 100_000_000 })
  const calls: LargeCall[] = []
  for (const tool of [...(await toolsToTry(false)), ...(await toolsToTry(true))]) {
    if (!ONLY.test(tool.slug)) continue
    for (const shape of SIZES.flatMap((bytes) => shapesFor(tool, bytes))) {
      const call = await sendLarge(gateway, tool, shape)
      if (call) calls.push(call)
    }
  }
  await gateway.close()
  const worst = calls.toSorted((one, other) => other.turnMs - one.turnMs).slice(0, SHOWN)
  return {
    name: `The longest turns of the gateway's thread in ${calls.length} large calls`,
    rows: worst.map(({ slug, what, status, bytes, turnMs }) => ({
      what: `${slug}, ${what}`,
      'CPU ms': turnMs.toFixed(0),
      status: String(status),
      KiB: (bytes / 1_024).toFixed(0),
    })),
  }
}
