import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

let folder: string
let gateway: HeadlessProcess & { readonly url: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-commands-'))
  gateway = await HeadlessProcess.start(join(folder, 'data'))
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  toolgateHere([...words, '--url', gateway.url], { TOOLGATE_KEY: OWNER_KEY })

describe('toolgate sources add command', () => {
  it('makes a tool of a line with fields in braces, after showing it word for word', async () => {
    const added = await toolgateHere(
      [
        ...['sources', 'add', 'command', 'node', '--yes', '--approve', '--read-only', '--output', 'json'],
        ...['--url', gateway.url, '--', process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))'],
        ...['{word}', '{count:integer}'],
      ],
      { TOOLGATE_KEY: OWNER_KEY },
    )
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('node is added: 1 tool') })
    expect(added.stderr).toContain('"{count}"')
    expect(added.stderr).toContain('only reads, as you say')
    const called = await run('call', 'node__run', '--word', 'a b', '--count', '3', '--json')
    expect(JSON.parse(called.stdout).data).toMatchObject({ exit_code: 0, value: ['a b', '3'] })
    const refused = await run('call', 'node__run', '--word=--eval=1', '--count', '3')
    expect(refused.stderr).toContain('must not begin with -')
  })

  // Catches: `--url` and `--key` of a tool of a source that were read as the command's own.
  it('makes fields that are called as options of the command line, and are meant after the tool', async () => {
    const env = { TOOLGATE_KEY: OWNER_KEY, TOOLGATE_URL: gateway.url }
    const line = ['--', process.execPath, '-p', 'process.argv.slice(1).join(" ")', '{url}', '{data_dir}']
    const added = await toolgateHere(
      ['sources', 'add', 'command', 'own', '--yes', '--approve', ...line],
      env,
    )
    expect(added.code).toBe(0)
    const ownCall = ['call', 'own__run', '--url', 'http://127.0.0.1:9', '--data-dir', '/nowhere']
    expect(await toolgateHere(ownCall, env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('http://127.0.0.1:9 /nowhere'),
    })
    // Before the tool they are the command's.
    writeFileSync(join(folder, 'key'), OWNER_KEY)
    const elsewhere = ['call', '--url', gateway.url, '--key', join(folder, 'key'), ...ownCall.slice(1)]
    expect(await toolgateHere(elsewhere, { TOOLGATE_URL: 'http://127.0.0.1:9' })).toMatchObject({ code: 0 })
    const nowhere = ['call', '--url', 'http://127.0.0.1:9', ...ownCall.slice(1)]
    expect(await toolgateHere(nowhere, env)).toMatchObject({ code: 4 })
  })

  it('reads several from a file, and says what is wrong with it', async () => {
    const file = join(folder, 'commands.json')
    const command = { summary: 'Prints.', argv: [process.execPath, '--version'] }
    writeFileSync(
      file,
      JSON.stringify({
        commands: [
          { name: 'one', ...command },
          { name: 'two', ...command },
        ],
      }),
    )
    const added = await run('sources', 'add', 'command', 'several', file, '--yes', '--approve')
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('several is added: 2 tools') })
    expect((await run('sources', 'show', 'several')).stdout).toContain(`${process.execPath} --version`)
    writeFileSync(file, 'not json')
    expect((await run('sources', 'add', 'command', 'wrong', file)).stderr).toContain('cannot be read')
    expect((await run('sources', 'add', 'command', 'wrong')).stderr).toContain('fields in braces')
  })

  it('takes other commands in place of its own, and lets what differs wait', async () => {
    const line = (code: string) => ['--url', gateway.url, '--', process.execPath, '-p', code, '{word}']
    const env = { TOOLGATE_KEY: OWNER_KEY }
    await toolgateHere(['sources', 'add', 'command', 'later', '--yes', '--approve', ...line('1')], env)
    const other = ['--yes', ...line('2')]
    const updated = await toolgateHere(['sources', 'update', 'later', ...other], env)
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('1 changed') })
    expect(updated.stderr).toContain('"2"')
    expect((await run('call', 'later__run', '--word', 'x', '--json')).code).toBe(5)
    expect((await run('sources', 'update', 'later', 'no-file.json')).stderr).toContain('cannot be read')
  })
})
