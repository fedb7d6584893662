import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { OWNER_KEY, programFile, type Json } from '../support/gateway/test-gateway.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { from, recipe } from '../support/tools/recipe-desk.ts'
import { serverBody } from '../support/tools/source-desk.ts'
import { waitUntil } from '../support/wait-until.ts'

const PROGRAM = { command: process.execPath, args: [programFile('headless')], env: process.env }

async function ask(url: string, path: string, body?: object, more: RequestInit = {}): Promise<Json> {
  const response = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...more,
    headers: {
      authorization: `Bearer ${OWNER_KEY}`,
      'content-type': 'application/json',
      ...(more.headers as object),
    },
  })
  return { status: response.status, ...((await response.json()) as object) }
}

// Catches: a charge without an answer, or a first step that acts twice, because the gateway ended in the middle.
it('a recipe that was under way when the gateway was killed is free, is kept, and does not act again by its Idempotency-Key', async () => {
  const dataDir = makeTempDir()
  const log = join(dataDir, 'acted')
  const acted = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const first = await HeadlessProcess.start(dataDir, [], PROGRAM)
  const { secrets, ...shown } = serverBody({ id: 'log', args: [log] })
  const { consent } = await ask(first.url, '/app/sources/preview', shown)
  const added = await ask(first.url, '/app/sources', { ...shown, secrets, consent: consent.hash })
  const tools = added.source.tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
  await ask(first.url, '/app/sources/log/approve', { tools })
  const content = recipe([
    ['slug', 'text-slugify', { text: from('/input/text') }],
    ['echo', 'log__echo', { text: from('/slug/slug') }],
    ['hang', 'log__hang', {}],
  ])
  await ask(first.url, '/app/recipes/recipe__x', content, { method: 'PUT' })
  const balance = async (url: string): Promise<number> => (await ask(url, '/v1/credits/balance')).balance
  const before = await balance(first.url)
  const call = (url: string) =>
    ask(url, '/v1/recipe__x', { text: 'Once' }, { headers: { 'idempotency-key': 'k' } })
  const lost = call(first.url).catch(() => 'lost')
  await waitUntil(() => acted().includes('hang'), 'the last step runs')
  await first.end('SIGKILL')
  expect(await lost).toBe('lost')

  const second = await HeadlessProcess.start(dataDir, [], PROGRAM)
  expect(await balance(second.url)).toBe(before)
  const { recipes } = await ask(second.url, '/app/recipes')
  expect(recipes).toMatchObject([{ slug: 'recipe__x', version: 1, state: 'ready', credits: 3 }])
  const again = await call(second.url)
  expect([again.status, again.error.code]).toEqual([409, 'outcome_unknown'])
  expect(acted().match(/once/g)).toHaveLength(1)
  expect(await balance(second.url)).toBe(before)
  await second.end('SIGTERM')
})
