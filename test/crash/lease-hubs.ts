import { verifyLeases } from '../../src-main/ledger/postgres/verify-leases.ts'
import { PostgresEngine } from '../../src-main/storage/postgres/postgres-engine.ts'
import { HeadlessProcess, runToolgate } from '../support/gateway/headless-process.ts'
import { GatewayProcesses } from '../support/postgres/gateway-processes.ts'

/** A hub that can be killed. */
export interface TrialHub {
  /** Where it answers; another address after each start. */
  readonly url: string
  kill(): Promise<void>
  restart(): Promise<void>
  /** Ends it at once, whatever it does. */
  destroy(): Promise<void>
  /** Ends it and checks its ledger. @returns whether that is sound */
  close(): Promise<boolean>
}

/** A hub that keeps its data in a folder. */
export async function hubInFolder(dataDir: string): Promise<TrialHub> {
  let hub = await HeadlessProcess.start(dataDir)
  return {
    get url() {
      return hub.url
    },
    kill: async () => void (await hub.end('SIGKILL')),
    restart: async () => void (hub = await HeadlessProcess.start(dataDir)),
    destroy: async () => void (await hub.end('SIGKILL')),
    close: async () => {
      await hub.end('SIGTERM')
      return runToolgate(['ledger', 'verify', '--data-dir', dataDir]).code === 0
    },
  }
}

/**
 * Two hubs over one PostgreSQL. Whenever one is killed the other answers in its place; every second time it is the
 * server that goes.
 */
export async function hubsOnPostgres(): Promise<TrialHub> {
  const hubs = await GatewayProcesses.start(2)
  let [turn, kills] = [0, 0]
  return {
    get url() {
      return hubs.at(turn).url
    },
    kill: async () => {
      if (kills++ % 2 === 1) hubs.server.crash()
      else await hubs.at(turn).end('SIGKILL')
    },
    restart: async () => {
      if (kills % 2 === 0) await hubs.server.restart()
      else await hubs.killAndRestart(turn)
      turn++
    },
    destroy: async () => void (await hubs.stop()),
    close: async () => {
      const unclean = await hubs.end()
      const place = { host: hubs.server.host, user: 'toolgate', database: 'postgres', schema: hubs.schema }
      const engine = new PostgresEngine(place)
      const { ok } = await engine.read(verifyLeases)
      await engine.close()
      await hubs.stop()
      return ok && unclean.length === 0
    },
  }
}
