import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { OWNER_KEY, programFile, type Json } from '../support/gateway/test-gateway.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { serverBody } from '../support/tools/source-desk.ts'
import { waitUntil } from '../support/wait-until.ts'

const PROGRAM = { command: process.execPath, args: [programFile('headless')], env: process.env }

async function ask(url: string, path: string, body?: object, headers = {}): Promise<Json> {
  const response = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, ...((await response.json()) as object) }
}

const countOf = (log: string): number =>
  existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean).length : 0

// Catches: a mail that is sent twice, or paid for, because the gateway was killed while it was being sent.
it('a call that was under way when the gateway was killed is not run again by its Idempotency-Key, and is free', async () => {
  const dataDir = makeTempDir()
  const log = join(dataDir, 'acted')
  const first = await HeadlessProcess.start(dataDir, [], PROGRAM)
  const { secrets, ...shown } = serverBody({ id: 'log', args: [log] })
  const { consent } = await ask(first.url, '/app/sources/preview', shown)
  const added = await ask(first.url, '/app/sources', { ...shown, secrets, consent: consent.hash })
  const tools = added.source.tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
  await ask(first.url, '/app/sources/log/approve', { tools })
  const balance = async (url: string): Promise<number> => (await ask(url, '/v1/credits/balance')).balance
  const before = await balance(first.url)

  const call = (url: string, key: string) =>
    ask(url, '/v1/log__hang', { text: 'once' }, { 'idempotency-key': key })
  const lost = call(first.url, 'sent').catch(() => 'lost')
  await waitUntil(() => countOf(log) === 1, 'the server has acted')
  await first.end('SIGKILL')
  expect(await lost).toBe('lost')

  const second = await HeadlessProcess.start(dataDir, [], PROGRAM)
  const { sources } = await ask(second.url, '/app/sources')
  expect(sources.map(({ pid, starts }: Json) => [pid, starts])).toEqual([[null, 0]])
  expect(await balance(second.url)).toBe(before)
  const again = await call(second.url, 'sent')
  expect([again.status, again.error.code]).toEqual([409, 'outcome_unknown'])
  expect(await balance(second.url)).toBe(before)
  expect(countOf(log)).toBe(1)
  const other = await ask(second.url, '/v1/log__echo', { text: 'b' }, { 'idempotency-key': 'other' })
  expect(other.status).toBe(200)
  expect(await balance(second.url)).toBe(before - 1)
  await second.end('SIGTERM')
})
