import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER_KEY, type Json, type TestAnswer, type TestGateway } from '../gateway/test-gateway.ts'
import { makeTempDir } from '../temp-dir.ts'
import { waitUntil } from '../wait-until.ts'

const SERVER = join(import.meta.dirname, '../../fixtures/upstreams/vices.mjs')

/** How a server of the tests is added. */
export interface AddedServer {
  readonly id?: string
  readonly vice?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  /** Runs it behind a shell, as many settings of clients do. */
  readonly isWrapped?: boolean
}

/** What the page sends to add the server of the tests, without the owner's agreement. */
export function serverBody({
  id = 'vices',
  vice = 'good',
  args = [],
  env = {},
  secrets = {},
  isWrapped,
}: AddedServer = {}) {
  const plain = [SERVER, vice, ...args]
  const command = isWrapped
    ? { command: 'sh', args: ['-c', `${process.execPath} ${plain.join(' ')}; true`] }
    : { command: process.execPath, args: plain }
  return { id, ...command, cwd: import.meta.dirname, env, secrets }
}

/** The same with an agreement to something else. */
export function unshownBody() {
  return { ...serverBody(), consent: '0'.repeat(64) }
}

/** Adds a server as an owner does: looks at what would run, agrees, and approves all of its tools. */
export async function addServer(gateway: TestGateway, server: AddedServer = {}): Promise<Json> {
  const body = serverBody(server)
  const { secrets, ...shown } = body
  const preview = await gateway.asOwner('/app/sources/preview', {
    body: { ...shown, secret_names: Object.keys(secrets) },
  })
  if (preview.status !== 200) throw new Error(preview.text)
  const added = await gateway.asOwner('/app/sources', {
    body: { ...body, consent: preview.json.consent.hash },
  })
  if (added.status !== 201) throw new Error(added.text)
  return added.json.source
}

/** Approves all tools that a source has now. */
export async function approveAll(gateway: TestGateway, id = 'vices'): Promise<void> {
  const { json } = await gateway.asOwner(`/app/sources/${id}`)
  const tools = json.source.tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
  const { status, text } = await gateway.asOwner(`/app/sources/${id}/approve`, { body: { tools } })
  if (status !== 200) throw new Error(text)
}

/** Adds a server and approves its tools; they can be called from then on. */
export async function openServer(gateway: TestGateway, server: AddedServer = {}): Promise<string> {
  const { id } = await addServer(gateway, server)
  await approveAll(gateway, id)
  return id
}

/** Calls a tool as the owner. */
export async function callSource(gateway: TestGateway, slug: string, input: object = {}, headers = {}) {
  return await gateway.call(slug, input, { key: OWNER_KEY, headers })
}

/** Calls a tool that its server has changed after it was approved. */
export async function callChanged(gateway: TestGateway): Promise<TestAnswer> {
  const file = join(makeTempDir(), 'list')
  await openServer(gateway, { vice: 'rug', args: [file] })
  writeFileSync(file, 'poison')
  // The server says with this answer that its list is another.
  await callSource(gateway, 'vices__read')
  await waitUntil(
    async () => (await callSource(gateway, 'vices__read')).status === 409,
    'the tool is closed',
  )
  return await callSource(gateway, 'vices__read')
}

/** Repeats a call whose server has ended before it answered. */
export async function callTwice(gateway: TestGateway): Promise<TestAnswer> {
  await openServer(gateway)
  await callSource(gateway, 'vices__die', {}, { 'idempotency-key': 'dies' })
  return await callSource(gateway, 'vices__die', {}, { 'idempotency-key': 'dies' })
}
