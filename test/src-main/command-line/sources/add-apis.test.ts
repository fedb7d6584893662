import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY, type Json } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { TestApi } from '../../../support/tools/api-desk.ts'
import { PETS } from '../../../support/tools/pets-api.ts'

const SECRET = 'canary-2d'

let gateway: HeadlessProcess & { readonly url: string }
let api: TestApi
let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-apis-'))
  api = await TestApi.start()
  gateway = await HeadlessProcess.start(join(folder, 'data'), ['--allow-webhook', api.origin])
  file = join(folder, 'pets.json')
  writeFileSync(file, JSON.stringify(PETS))
})
beforeEach(() => void (api.seen.length = 0))
afterAll(async () => {
  await gateway.end('SIGTERM')
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  toolgateHere([...words, '--url', gateway.url], {
    TOOLGATE_KEY: OWNER_KEY,
    key: SECRET,
    PETS_TOKEN: SECRET,
  })
const stateOf = async (id: string): Promise<Json> =>
  JSON.parse((await run('sources', 'show', id, '--json')).stdout).source

/** PETS without its tool for deleting, and with one more; version 2.0. */
function renewed(): string {
  const next = structuredClone(PETS) as Json
  next.info.version = '2.0'
  delete next.paths['/pets/{id}'].delete
  next.paths['/owners'] = { get: { operationId: 'listOwners', responses: {} } }
  return JSON.stringify(next)
}

describe('toolgate sources add openapi', () => {
  it('shows what of a file would be called, and opens the operations that were asked for', async () => {
    const added = await run(
      ...['sources', 'add', 'openapi', 'pets', file, '--server', api.origin, '--secret', 'key'],
      ...['--include', 'GET /pets/*', '--yes', '--approve'],
    )
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('pets is added: 1 tool, 3 new'),
    })
    for (const said of [
      'Pets 1.4',
      api.origin,
      'sent by you',
      '4 operations, of which 3 do more than read',
    ])
      expect(added.stderr).toContain(said)
    expect(added.stderr).toContain('The server is on this machine or in its network.')
    expect(added.stdout + added.stderr).not.toContain(SECRET)
    expect(api.seen).toEqual([])
  })

  it('is given a secret later, another in its place, and one of its own; none is shown', async () => {
    const added = await run(
      ...['sources', 'add', 'openapi', 'late', file, '--server', api.origin, '--yes', '--approve'],
    )
    expect(added.stderr).toContain('Not given')
    // Catches: "late late__get-pet needs … was sent..", of an error that is a sentence already.
    await run('call', 'late__get-pet', '--id', '1')
    const again = await run('sources', 'look', 'late')
    expect(again.stderr).toMatch(/^late__get-pet needs .*[^.]\.\n$/s)
    const which = await run('sources', 'secret', 'late')
    expect(which).toMatchObject({ code: 2, stderr: expect.stringContaining('key (not given), login') })
    const given = await run('sources', 'secret', 'late', 'key', '--bearer', 'PETS_TOKEN')
    expect(given).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^late: key \(\w+\), PETS_TOKEN/),
    })
    expect(given.stdout + given.stderr).not.toContain(SECRET)
    const called = await run('call', 'late__get-pet', '--id', '1', '--json')
    expect(called.code).toBe(0)
    expect(api.seen.at(-1)?.headers).toMatchObject({ 'x-key': SECRET, authorization: `Bearer ${SECRET}` })
    const taken = await run('sources', 'secret', 'late', '--remove', 'key', '--remove', 'PETS_TOKEN')
    expect(taken.stdout).toBe('late: key (not given), login (not given), query (not given).\n')
    const unknown = await run('sources', 'secret', 'late', 'PETS_TOKEN')
    expect(unknown).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('say how another is sent'),
    })
    await run('sources', 'remove', 'late')
  })

  it('reads a document at an address again with update, and what changed waits for its owner', async () => {
    api.answer = () => ({ body: JSON.stringify(PETS) })
    const from = `${api.origin}/openapi.json`
    const added = await run(
      ...['sources', 'add', 'openapi', 'web', from, '--server', api.origin, '--bearer', 'PETS_TOKEN'],
      ...['--include', '**', '--yes', '--approve'],
    )
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('web is added: 4 tools') })
    expect(added.stderr).toContain(from)
    expect(api.seen.map(({ url }) => url)).toEqual(['/openapi.json'])
    api.answer = () => ({ body: renewed() })
    const updated = await run('sources', 'update', 'web', from)
    expect(updated.code).toBe(0)
    expect(updated.stderr).toContain('toolgate sources changes web')
    expect((await stateOf('web')).tool_counts).toEqual({ on: 3, off: 0, new: 1, changed: 0, gone: 1 })
    expect((await run('sources', 'changes', 'web')).stdout).toContain('listOwners')
  })

  it('takes a new file with update for one that was sent', async () => {
    const next = join(folder, 'next.json')
    writeFileSync(next, renewed())
    expect((await run('sources', 'update', 'pets', next)).code).toBe(0)
    expect(await stateOf('pets')).toMatchObject({
      ...{ server_version: '2.0', tool_counts: { on: 1, off: 0, new: 3, changed: 0, gone: 1 } },
    })
  })

  it('says what is wrong with a document, and adds nothing', async () => {
    const bad = join(folder, 'bad.json')
    writeFileSync(bad, '{"openapi":"3.1.0","paths":{}}')
    const faults = [
      [[bad], 'has no paths'],
      [['/nowhere/pets.json'], 'cannot be read'],
      [[], 'Write where the document is'],
      [[file, '--header', 'X-Key'], '--header takes HEADER=NAME'],
    ] as const
    for (const [words, said] of faults) {
      const { code, stderr } = await run('sources', 'add', 'openapi', 'bad', ...words, '--yes')
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(said)])
    }
    expect((await run('sources', 'list')).stdout).not.toContain('bad')
  })
})
