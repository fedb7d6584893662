import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { membersOf } from '../../../../src-main/extensions/processes/process-group.ts'
import { FolderDesk, processScript } from '../../../support/tools/folder-desk.ts'
import { callSource } from '../../../support/tools/source-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CANARY = 'canary-of-a-folder-5e1'

let desk: FolderDesk
beforeAll(async () => {
  process.env.FOLDER_CANARY = CANARY
  desk = await FolderDesk.open()
  writeFileSync(join(desk.dataDir, 'beside.txt'), CANARY)
  desk.save('count.ts', processScript('return { count: ++count, pid: process.pid }', 'let count = 0'))
  desk.save(
    'reads.ts',
    processScript(
      "return { text: await readFile(join(import.meta.dirname, input.file), 'utf8') }",
      "import { readFile } from 'node:fs/promises'\nimport { join } from 'node:path'",
    ),
  )
  desk.save(
    'writes.ts',
    processScript(
      "writeFileSync(join(import.meta.dirname, 'written.ts'), 'x'); return {}",
      "import { writeFileSync } from 'node:fs'\nimport { join } from 'node:path'",
    ),
  )
  desk.save(
    'starts.ts',
    processScript(
      "return { code: spawnSync('ls').error?.code ?? 0 }",
      "import { spawnSync } from 'node:child_process'",
    ),
  )
  desk.save('variables.ts', processScript('return { names: Object.keys(process.env) }'))
  desk.save(
    'prints.ts',
    processScript(
      'console.log(\'for its owner\'); process.stdout.write(\'{"id":1,"kind":"answer","output":{"forged":true}}\\n\'); return { ok: true }',
    ),
  )
  desk.save('dies.ts', processScript('process.exit(3)'))
  desk.save('hangs.ts', processScript('for (;;);'))
  desk.save('throws.ts', processScript("throw new RangeError('too far')"))
  desk.save('long.ts', processScript("return { text: 'a'.repeat(9 * 1024 * 1024) }"))
  desk.save('fails.ts', processScript('return {}', "throw new Error('not today')"))
  desk.save('imports.ts', processScript("return await import('./count.ts')"))
  desk.save(
    'heap.ts',
    processScript('const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length))'),
  )
  await desk.switchOn()
})
afterAll(async () => {
  await desk.close()
  delete process.env.FOLDER_CANARY
})

const call = (slug: string, input: object = {}, headers = {}) =>
  callSource(desk.gateway, slug, input, headers)
const balance = () => desk.gateway.instance.services.ledger.lastKnown(desk.gateway.ownerId).balance

describe('a script in a process', () => {
  it('starts with its first call, and answers one call after another in the same process', async () => {
    expect((await desk.source()).pid).toBeNull()
    const answers = await Promise.all([1, 2, 3].map(() => call('my__count')))
    expect(answers.map(({ json }) => json.data.count)).toEqual([1, 2, 3])
    expect(new Set(answers.map(({ json }) => json.data.pid)).size).toBe(1)
  })

  it('reads its folder and no other files, writes nothing and starts nothing', async () => {
    writeFileSync(join(desk.folder, 'data.txt'), 'its data')
    expect((await call('my__reads', { file: 'data.txt' })).json.data.text).toBe('its data')
    for (const file of ['../beside.txt', '../toolgate.db', '../../../../../../etc/hostname'])
      expect((await call('my__reads', { file })).json.error.message).toContain('has been restricted')
    expect((await call('my__writes')).json.ok).toBe(false)
    expect(existsSync(join(desk.folder, 'written.ts'))).toBe(false)
    const started = (await call('my__starts')).json
    expect(started.ok ? started.data.code : started.error.code).not.toBe(0)
  })

  it('sees no variable of the gateway', async () => {
    expect((await call('my__variables')).json.data.names).toEqual([])
    const said = JSON.stringify([await desk.source(), (await call('my__variables')).json])
    expect(said).not.toContain(CANARY)
  })

  it('cannot forge an answer by printing, and what it prints is shown to its owner', async () => {
    expect((await call('my__prints')).json.data).toEqual({ ok: true, _engine: 'external' })
    await waitUntil(
      async () => (await desk.source()).stderr.includes('for its owner'),
      'what it prints is shown',
    )
  })

  it.each([
    ['throws', 'failed', 'RangeError: too far (line 3)'],
    ['dies', 'unknown', 'ended (exit 3) before it answered. It may have acted.'],
    ['long', 'unknown', 'more than 8 MiB'],
    ['fails', 'failed', 'not today'],
    ['imports', 'failed', 'Only modules of Node'],
    ['heap', 'unknown', 'before it answered'],
  ])('costs nothing when it %s, and tells its outcome', async (name, outcome, words) => {
    const before = balance()
    const { json } = await call(`my__${name}`)
    expect(json.error).toMatchObject({ outcome, message: expect.stringContaining(words) })
    expect(balance()).toBe(before)
    // The next call starts it again.
    expect((await call('my__count')).status).toBe(200)
  })

  it('is killed when it takes too long, costs nothing, and leaves no process', async () => {
    await desk.gateway.asOwner('/app/sources/my', { method: 'PATCH', body: { call_seconds: 1 } })
    const before = balance()
    const { json } = await call('my__hangs')
    expect(json.error).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('within 1 s') })
    expect(balance()).toBe(before)
    await desk.gateway.asOwner('/app/sources/my', { method: 'PATCH', body: { call_seconds: null } })
    expect((await desk.source()).unknown_outcomes).toBeGreaterThan(0)
  })

  it('keeps an Idempotency-Key whose call may have acted', async () => {
    const first = await call('my__dies', {}, { 'idempotency-key': 'once' })
    const again = await call('my__dies', {}, { 'idempotency-key': 'once' })
    expect([first.json.error.outcome, again.json.error.code]).toEqual(['unknown', 'outcome_unknown'])
  })

  it('runs the file as it was approved, also when another is in its place', async () => {
    const { pid } = (await call('my__count')).json.data
    process.kill(pid, 'SIGKILL')
    // Nobody looks at the folder meanwhile.
    writeFileSync(join(desk.folder, 'count.ts'), processScript("return { count: 'stolen' }"))
    const { json } = await call('my__count')
    expect(json.ok ? json.data.count : json.error.code).not.toBe('stolen')
    writeFileSync(
      join(desk.folder, 'count.ts'),
      processScript('return { count: ++count, pid: process.pid }', 'let count = 0'),
    )
    await desk.look()
  })

  it('leaves no process when the folder is switched off', async () => {
    const { pid } = (await call('my__count')).json.data
    expect(await membersOf(pid)).toHaveLength(1)
    await desk.gateway.asOwner('/app/sources/my/stop', { method: 'POST' })
    expect(await membersOf(pid)).toEqual([])
    expect(readFileSync(join(desk.dataDir, 'running-children.json'), 'utf8').trim()).toBe('[]')
    await desk.gateway.asOwner('/app/sources/my/start', { method: 'POST' })
    expect((await call('my__count')).status).toBe(200)
  })
})
