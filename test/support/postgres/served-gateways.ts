import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startGateway, type RunningGateway } from '../../../src-main/instance/start-gateway.ts'
import type { Place } from '../../../src-main/storage/postgres/connection.ts'
import { NOWHERE, OWNER_KEY, PATIENT_MS, TEST_FILES, type Json } from '../gateway/test-gateway.ts'

/** A folder of one gateway, removed when the test ends. */
export function gatewayFolder(): string {
  const made = newFolder()
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

export interface WantedGateway {
  readonly name?: string
  readonly dataDir?: string
  readonly passphrase?: string
  readonly bugs?: unknown[]
}

/** A gateway on a schema, as `serve` starts it; closed when the test ends. */
export async function serveOn(place: Place, wanted: WantedGateway = {}): Promise<RunningGateway> {
  const gateway = await start(place, { dataDir: gatewayFolder(), ...wanted })
  onTestFinished(() => gateway.close())
  return gateway
}

/** Several gateways on one schema, started at once, for the tests of a file. */
export interface ServedGateways {
  readonly gateways: readonly RunningGateway[]
  /** What they have reported. */
  readonly bugs: readonly unknown[]
  readonly close: () => Promise<void>
}

/** Starts gateways named gateway-0, gateway-1, … */
export async function serveSeveral(count: number, place: Place): Promise<ServedGateways> {
  const bugs: unknown[] = []
  const folders = Array.from({ length: count }, newFolder)
  const gateways = await Promise.all(
    folders.map((dataDir, index) => start(place, { name: `gateway-${index}`, dataDir, bugs })),
  )
  const close = async (): Promise<void> => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  return { gateways, bugs, close }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolgate-postgres-'))
}

function start(
  place: Place,
  { name = 'test', dataDir = '', passphrase = 'of the test', bugs = [] }: WantedGateway,
): Promise<RunningGateway> {
  return startGateway({
    ...TEST_FILES,
    ...{ dataDir, port: 0, hostname: '127.0.0.1', ownerKey: OWNER_KEY, here: NOWHERE },
    workerDeadlineMs: PATIENT_MS,
    database: { place, name, passphrase },
    reportBug: (error) => bugs.push(error),
  })
}

/** An answer of a gateway. */
export interface Asked {
  readonly status: number
  readonly json: Json
  readonly text: string
  readonly headers: Headers
}

/** Sends a request with the owner's key, or as its headers say; POST when there is a body. */
export async function ask(
  { url }: Pick<RunningGateway, 'url'>,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
  method = body ? 'POST' : 'GET',
): Promise<Asked> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
    headers: response.headers,
  }
}
