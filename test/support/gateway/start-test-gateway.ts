import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startGateway,
  type GatewayOptions,
  type RunningGateway,
} from '../../../src-main/instance/start-gateway.ts'
import { NOWHERE, OWNER_KEY, PATIENT_MS, TEST_FILES } from './test-gateway.ts'

/** A running gateway on a free port with a data folder of its own, which goes when it closes. */
export interface StartedTestGateway extends RunningGateway {
  readonly ownerKey: string
  readonly dataDir: string
}

interface TestGatewayOptions {
  /** The page greets its first visitor, which most tests do not come for. */
  readonly welcome?: boolean
}

/** Starts a gateway as the entries do, in this process. */
export async function startTestGateway({
  welcome = false,
  ...options
}: Partial<GatewayOptions> & TestGatewayOptions = {}): Promise<StartedTestGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolgate-test-'))
  const gateway = await startGateway({
    ...TEST_FILES,
    dataDir,
    port: 0,
    hostname: '127.0.0.1',
    ownerKey: OWNER_KEY,
    workerDeadlineMs: PATIENT_MS,
    here: NOWHERE,
    ...options,
  })
  if (!welcome) await skipWelcome(gateway)
  return {
    ...gateway,
    ownerKey: OWNER_KEY,
    dataDir,
    close: async () => {
      await gateway.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function skipWelcome({ url, ownerSession }: RunningGateway): Promise<void> {
  const { name, value } = ownerSession()
  const headers = { origin: url, 'content-type': 'application/json', cookie: `${name}=${value}` }
  await fetch(`${url}/app/welcome`, { method: 'PUT', headers, body: JSON.stringify({ seen: true }) })
}
