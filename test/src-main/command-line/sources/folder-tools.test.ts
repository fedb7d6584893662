import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

let folder: string
let dataDir: string
let gateway: HeadlessProcess & { readonly url: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-own-'))
  dataDir = join(folder, 'data')
  gateway = await HeadlessProcess.start(dataDir)
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ TOOLGATE_KEY: OWNER_KEY, TOOLGATE_HOME: dataDir })
const run = (...words: string[]) => toolgateHere([...words, '--url', gateway.url], environment())

describe('toolgate tools new', () => {
  it('writes tools that run as they are, sealed or in a process, and whose pure calls verify offline', async () => {
    const made = await toolgateHere(['tools', 'new', 'word-score'], environment())
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(join('tools', 'word-score.ts')) })
    expect((await toolgateHere(['tools', 'new', 'lines', '--process'], environment())).code).toBe(0)
    const added = await run('sources', 'add', 'folder', 'my', '--yes', '--approve')
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('my is added: 2 tools') })
    expect(added.stderr).toContain('reach the network')
    const scored = await run('call', 'my__word-score', '--word', 'abc', '--json', '--receipt')
    expect(JSON.parse(scored.stdout).data.score).toBe(6)
    const counted = await run('call', 'my__lines', '--file', 'word-score.ts', '--json')
    const text = readFileSync(join(dataDir, 'tools', 'word-score.ts'), 'utf8')
    expect(JSON.parse(counted.stdout).data.lines).toBe(text.split('\n').length)

    const file = join(folder, 'answer.json')
    writeFileSync(file, JSON.stringify({ request: { word: 'abc' }, response: JSON.parse(scored.stdout) }))
    const verified = await toolgateHere(['verify', file], environment())
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Computed again: the same.'),
    })
  })

  it('writes over no file, and takes no other names', async () => {
    await toolgateHere(['tools', 'new', 'mine'], environment())
    const again = await toolgateHere(['tools', 'new', 'mine'], environment())
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })
    expect((await toolgateHere(['tools', 'new', '../mine'], environment())).code).toBe(2)
  })

  it('writes into the folder of the gateway that is named, and nowhere when nobody answers there', async () => {
    const elsewhere = { TOOLGATE_KEY: OWNER_KEY, TOOLGATE_HOME: join(folder, 'elsewhere') }
    const named = { ...elsewhere, TOOLGATE_URL: gateway.url }
    const made = await toolgateHere(['tools', 'new', 'by-name'], named)
    expect(made).toMatchObject({ code: 0, stdout: `${join(dataDir, 'tools', 'by-name.ts')}\n` })
    const nobody = await toolgateHere(['tools', 'new', 'lost', '--url', 'http://127.0.0.1:9'], elsewhere)
    expect(nobody).toMatchObject({ code: 4, stderr: expect.stringContaining('No gateway answers') })
    expect(existsSync(join(folder, 'elsewhere', 'tools'))).toBe(false)
    // A flag beats the environment.
    const beside = ['--data-dir', join(folder, 'beside')]
    expect(await toolgateHere(['tools', 'new', 'beside', ...beside], named)).toMatchObject({
      code: 0,
      stdout: `${join(folder, 'beside', 'tools', 'beside.ts')}\n`,
    })
  })

  it('shows what is wrong with a file, and opens saves at once with edit-here', async () => {
    expect((await run('sources', 'edit-here', 'my')).code).toBe(0)
    writeFileSync(join(dataDir, 'tools', 'wrong.ts'), 'enum A { b }')
    await run('sources', 'look', 'my')
    const shown = await run('sources', 'show', 'my')
    expect(shown.stdout).toContain('wrong.ts:1: Use a const object')
    expect(shown.stdout).toContain('run at once: you edit here')
    expect((await run('sources', 'edit-here', 'my', '--off')).code).toBe(0)
    expect((await run('sources', 'show', 'my')).stdout).toContain('wait until you approve them')
  })
})
