import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY, type Json } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

let folder: string
let gateway: HeadlessProcess & { readonly url: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-set-'))
  gateway = await HeadlessProcess.start(join(folder, 'data'))
  const program = ['--', process.execPath, '-p', '1', '{word}']
  await toolgateHere(
    ['sources', 'add', 'command', 'node', '--yes', '--approve', '--url', gateway.url, ...program],
    { TOOLGATE_KEY: OWNER_KEY },
  )
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  toolgateHere([...words, '--url', gateway.url], { TOOLGATE_KEY: OWNER_KEY })
const source = async (): Promise<Json> =>
  JSON.parse((await run('sources', 'show', 'node', '--json')).stdout).source

describe('toolgate sources set', () => {
  it('sets the title, price and times of a source, and leaves the rest as it is', async () => {
    expect(
      await run('sources', 'set', 'node', '--title', 'Nodes', '--credits', '3', '--seconds', '30'),
    ).toMatchObject({
      code: 0,
      stdout: 'node is set: 1 tool.\n',
    })
    expect(await source()).toMatchObject({
      title: 'Nodes',
      credits: 3,
      call_seconds: 30,
      keep_running: false,
    })
    await run('sources', 'set', 'node', '--seconds', 'default', '--keep-running')
    expect(await source()).toMatchObject({
      title: 'Nodes',
      credits: 3,
      call_seconds: null,
      keep_running: true,
    })
    await run('sources', 'set', 'node', '--no-keep-running')
    expect((await source()).keep_running).toBe(false)
  })

  it('sets the price of tools and what their owner knows of them, by either of their names', async () => {
    await run('sources', 'set', 'node', 'run', '--credits', '7', '--read-only')
    await run('sources', 'set', 'node', 'node__run', '--repeatable')
    expect((await source()).tools[0]).toMatchObject({ credits: 7, read_only: true, repeatable: true })
    await run('sources', 'set', 'node', 'run', '--credits', 'default', '--no-repeatable')
    expect((await source()).tools[0]).toMatchObject({ credits: 3, read_only: true, repeatable: false })
  })

  it('sets nothing where what is said does not fit', async () => {
    const before = await source()
    for (const words of [
      [],
      ['--credits', 'much'],
      ['--seconds', '900'],
      ['--read-only'],
      ['run', '--title', 'Run'],
      ['gone', '--credits', '1'],
    ])
      expect([words, (await run('sources', 'set', 'node', ...words)).code]).not.toEqual([words, 0])
    expect(await source()).toEqual(before)
  })
})

describe('toolgate sources keys', () => {
  it('grants a source to a key by its name, takes it back, and says who may call it', async () => {
    const made = JSON.parse((await run('keys', 'create', 'agent', '--json')).stdout)
    const rowOf = (text: string) => text.split('\n').find((line) => line.includes(made.key_id))
    expect(rowOf((await run('sources', 'keys', 'node')).stdout)).toContain('none of its tools')
    const granted = await run('sources', 'keys', 'node', '--grant', 'agent')
    expect([granted.code, rowOf(granted.stdout)]).toEqual([0, expect.stringContaining('1 of 1 open tool')])
    const taken = await run('sources', 'keys', 'node', '--take', made.key_id)
    expect(rowOf(taken.stdout)).toContain('none of its tools')
    const unknown = await run('sources', 'keys', 'node', '--grant', 'nobody')
    expect([unknown.code, unknown.stderr]).toEqual([expect.any(Number), expect.stringContaining('no key')])
    expect(unknown.code).not.toBe(0)
  })
})
