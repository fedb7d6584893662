/**
 * Adds documents of OpenAPI as an owner does, calls every operation over a socket, and compares what a server got with
 * what the document says: `node test/bench/sources/documents/openapi-documents.ts FILE…`.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import {
  isJson,
  operationsOf,
  type Json,
  type Operation,
} from '../../../../src-main/tools/lib/api-parts.ts'
import { TestApi } from '../../../support/tools/api-desk.ts'
import { AUTHORIZED, post, startMeasuredGateway } from '../../measured-gateway.ts'
import type { MeasuredServer } from '../../measured-server.ts'
import { differenceOf, expectedCall } from './expected-request.ts'

const BASE = '/base'
const SHOWN = 20

/** A tool as our own routes tell it. */
interface AddedTool {
  readonly name: string
  readonly slug: string
  readonly hash: string
  readonly place: string
}

/** What became of the operations of a document. */
interface DocumentReport {
  readonly operations: number
  readonly imported: number
  readonly right: number
  readonly wrong: readonly string[]
  readonly readMs: number
  readonly longestTurnMs: number
}

async function measure(
  file: string,
  gateway: MeasuredServer,
  api: TestApi,
  id: string,
): Promise<DocumentReport> {
  const text = readFileSync(file, 'utf8')
  const document = asJson(
    text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 }),
  )
  const all = operationsOf(document)
  await gateway.longestTurnMs()
  const began = performance.now()
  const tools = await added(gateway, Buffer.from(text), { id, server: api.origin + BASE })
  const [readMs, longestTurnMs] = [performance.now() - began, await gateway.longestTurnMs()]
  const bySlug = new Map(tools.map((tool) => [tool.place, tool]))
  const wrong: string[] = []
  let right = 0
  let imported = 0
  for (const one of all) {
    const place = `${one.method.toUpperCase()} ${one.route}`
    const tool = bySlug.get(place)
    if (!tool) {
      wrong.push(`${place}: not imported`)
      continue
    }
    imported++
    const found = await called(gateway, api, tool, document, one)
    if (found === null) right++
    else wrong.push(`${place}: ${found}`)
  }
  return { operations: all.length, imported, right, wrong, readMs, longestTurnMs }
}

async function added(
  gateway: MeasuredServer,
  bytes: Buffer<ArrayBuffer>,
  { id, server }: { readonly id: string; readonly server: string },
): Promise<readonly AddedTool[]> {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/app/sources/documents`, {
    method: 'POST',
    headers: { ...AUTHORIZED, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  if (!answer.ok) throw new Error(await answer.text())
  // The shapes of our own routes.
  const { document } = (await answer.json()) as { document: { hash: string } }
  const body = {
    ...{ kind: 'openapi', id, document: document.hash, server },
    credentials: [{ name: 'token', kind: 'bearer' }],
  }
  const shown = await post(gateway, '/app/sources/preview', { ...body, secret_names: ['token'] })
  const { consent } = shown as { consent: { hash: string } }
  const secrets = { token: 'bench-token' }
  const { source } = (await post(gateway, '/app/sources', { ...body, secrets, consent: consent.hash })) as {
    source: { tools: readonly AddedTool[] }
  }
  const tools = source.tools.map(({ name, hash }) => ({ name, hash, state: 'on', looked_at: true }))
  for (let at = 0; at < tools.length; at += 200)
    await post(gateway, `/app/sources/${id}/approve`, { tools: tools.slice(at, at + 200) })
  return source.tools
}

/** @returns what is wrong; null for nothing */
async function called(
  gateway: MeasuredServer,
  api: TestApi,
  { slug }: AddedTool,
  document: Json,
  one: Operation,
): Promise<string | null> {
  const expected = expectedCall(document, withoutServers(one), BASE)
  const before = api.seen.length
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/${slug}`, {
    method: 'POST',
    headers: AUTHORIZED,
    body: JSON.stringify(expected.fields),
  })
  const text = await answer.text()
  const [seen, ...more] = api.seen.slice(before)
  if (!seen) return `not sent: ${text.slice(0, 300)}`
  if (more.length > 0) return 'sent more than once'
  if (seen.headers.authorization !== 'Bearer bench-token') return 'without its secret'
  return await differenceOf(expected, seen)
}

function withoutServers(one: Operation): Operation {
  return { ...one, operation: { ...one.operation, servers: undefined } }
}

function asJson(value: unknown): Json {
  if (!isJson(value)) throw new Error('The document is not an object')
  return value
}

const { gateway, stop } = await startMeasuredGateway()
const api = await TestApi.start()
api.answer = () => ({ body: '{}', headers: { 'content-type': 'application/json' } })
try {
  for (const [at, file] of process.argv.slice(2).entries()) {
    const { wrong, readMs, longestTurnMs, ...counts } = await measure(file, gateway, api, `d${at}`)
    console.log(
      JSON.stringify({
        file,
        ...counts,
        readMs: Math.round(readMs),
        longestTurnMs: Math.round(longestTurnMs),
      }),
    )
    for (const line of wrong.slice(0, SHOWN)) console.log(`  ${line}`)
    if (wrong.length > SHOWN) console.log(`  and ${wrong.length - SHOWN} more`)
  }
} finally {
  await stop()
  await api.close()
}
