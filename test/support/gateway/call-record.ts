import { onTestFinished } from 'vitest'
import { OWNER_KEY, TestGateway, type Json } from './test-gateway.ts'

/** The tool whose calls the tests of the record make. */
export const HASH = 'crypto-hash-sha256'

/** A gateway that keeps its record in this folder, and is closed when the test ends. */
export async function keptGateway(dataDir: string): Promise<TestGateway> {
  const gateway = await TestGateway.create({ dataDir })
  onTestFinished(async () => await gateway.close())
  return gateway
}

/** What the owner reads at this path. */
export async function read(gateway: TestGateway, path: string): Promise<Json> {
  return (await gateway.asOwner(path)).json
}

/** A page of the record, the newest call first. */
export async function recorded(gateway: TestGateway, query = ''): Promise<Json[]> {
  return (await read(gateway, `/app/activity${query}`)).entries
}

/** Every call of the record with its bodies, the oldest first. */
export async function exported(gateway: TestGateway): Promise<Json[]> {
  const { text } = await gateway.asOwner('/app/activity/export')
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Changes settings of the owner. */
export async function change(gateway: TestGateway, settings: object): Promise<void> {
  await gateway.asOwner('/app/settings', { method: 'PATCH', body: settings })
}

/** Makes so many calls at once, and waits until the record has them. */
export async function flood(gateway: TestGateway, calls: number): Promise<void> {
  await Promise.all(
    Array.from({ length: calls }, (_, n) => gateway.call(HASH, { text: `flood ${n}` }, { key: OWNER_KEY })),
  )
  gateway.instance.activity.flush()
}
