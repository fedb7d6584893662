import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MeasuredServer } from './measured-server.ts'

const OWNER_KEY = `sk-toolgate-${'0123456789abcdef'.repeat(3)}`
const HEADLESS = new URL('../../out/main/headless.js', import.meta.url)

export const JSON_TYPE = { 'content-type': 'application/json' }
/** The headers of a call in the owner's name. */
export const AUTHORIZED = { ...JSON_TYPE, authorization: `Bearer ${OWNER_KEY}` }
/** A call of one credit; the mark in its text makes each one another. */
export const METERED = {
  method: 'POST' as const,
  path: '/v1/crypto-hash-sha256',
  headers: AUTHORIZED,
  body: '{"text":"measured #"}',
}

/** The built gateway on a folder of its own, with credits enough and no rate limit in the way. */
export async function startMeasuredGateway(): Promise<{
  readonly gateway: MeasuredServer
  readonly stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  process.env.TOOLGATE_OWNER_KEY = OWNER_KEY
  const args = ['--port', '0', '--data-dir', folder, '--json']
  const gateway = await MeasuredServer.start(HEADLESS, args, '/v1/health')
  // Both through the API, as anybody would.
  await post(gateway, '/v1/credits/buy', { credits: 100_000_000 })
  await post(gateway, '/v1/enterprise/rate-limits', { key: OWNER_KEY, limit: 100_000, window_seconds: 1 })
  return {
    gateway,
    stop: async () => {
      await gateway.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Sends a request in the owner's name. @throws Error with the answer when it is not a success */
export async function post(gateway: MeasuredServer, path: string, body: object): Promise<unknown> {
  const url = `http://127.0.0.1:${gateway.port}${path}`
  const answer = await fetch(url, { method: 'POST', headers: AUTHORIZED, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return await answer.json()
}
