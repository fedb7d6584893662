/**
 * What several gateways promise, shown on real processes that share a PostgreSQL: how soon all of them refuse a key
 * that one has revoked or paused, an account that they spend together to its last credit, and a stream that tells of
 * the calls of all: `node test/crash/postgres/together.ts --rounds 20 --credits 3000 --calls 10000`.
 */
import { parseArgs } from 'node:util'
import { GatewayProcesses } from '../../support/postgres/gateway-processes.ts'
import { drain, type DrainReport } from './together/drain.ts'
import { refuseEverywhere, switchNoticesOff, type RefusalReport } from './together/refusals.ts'
import { tellUsage, type UsageReport } from './together/usage-events.ts'

const GATEWAYS = 5

/** How much of each is done. */
export interface TogetherSizes {
  readonly rounds: number
  readonly credits: number
  readonly calls: number
}

/** What came of it. */
export interface TogetherReport {
  readonly drained: DrainReport
  readonly told: UsageReport
  readonly refused: RefusalReport
  readonly refusedWithoutNotices: RefusalReport
  /** Exit codes of gateways that did not end well. */
  readonly unclean: readonly (number | null)[]
}

/** Shows all of it on gateways and a server of its own. */
export async function showTogether({ rounds, credits, calls }: TogetherSizes): Promise<TogetherReport> {
  const served = await GatewayProcesses.start(GATEWAYS)
  try {
    const drained = await drain(served, credits)
    const told = await tellUsage(served, calls)
    const refused = await refuseEverywhere(served, rounds)
    await switchNoticesOff(served)
    const refusedWithoutNotices = await refuseEverywhere(served, rounds)
    return {
      drained,
      told,
      refused,
      refusedWithoutNotices,
      unclean: await served.stop(),
    }
  } catch (error) {
    await served.stop()
    throw error
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      credits: { type: 'string', default: '3000' },
      calls: { type: 'string', default: '10000' },
    },
  })
  const sizes = {
    rounds: Number(values.rounds),
    credits: Number(values.credits),
    calls: Number(values.calls),
  }
  console.log(JSON.stringify(await showTogether(sizes), null, 2))
}
