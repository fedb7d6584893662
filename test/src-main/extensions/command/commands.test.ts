import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, membersOf } from '../../../../src-main/extensions/processes/process-group.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { approveAll, callSource } from '../../../support/tools/source-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** What the commands of the tests run: a program whose first argument says what to do. */
const PROGRAM = `
const [what, ...rest] = process.argv.slice(2)
const chunks = []
const input = () => { for (;;) { try { const b = Buffer.alloc(65536); const n = require('fs').readSync(0, b); if (!n) break; chunks.push(b.subarray(0, n)) } catch { break } } return Buffer.concat(chunks).toString() }
if (what === 'args') process.stdout.write(JSON.stringify(rest))
if (what === 'read') process.stdout.write(input().toUpperCase())
if (what === 'lines') process.stdout.write('one\\r\\ntwo\\n\\nfour\\n')
if (what === 'words') process.stdout.write('not json')
if (what === 'bytes') process.stdout.write(Buffer.from([0xff, 0xfe]))
if (what === 'fail') { process.stderr.write('no such branch ' + process.env.TOKEN); process.exit(3) }
if (what === 'one') process.exit(1)
if (what === 'dies') process.kill(process.pid, 'SIGKILL')
if (what === 'hangs') setInterval(() => {}, 1000)
if (what === 'floods') { const a = Buffer.alloc(1 << 20, 97); const go = () => { while (process.stdout.write(a)); process.stdout.once('drain', go) }; go() }
if (what === 'variables') process.stdout.write(JSON.stringify({ names: Object.keys(process.env), token: process.env.TOKEN }))
if (what === 'child') {
  const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  process.stdout.write(JSON.stringify({ child: child.pid, group: process.pid }))
  process.exit(0)
}
`

let gateway: TestGateway
let folder: string
let program: string
beforeAll(async () => {
  process.env.COMMAND_CANARY = 'canary-of-commands-77'
  folder = mkdtempSync(join(tmpdir(), 'toolgate-commands-'))
  program = join(folder, 'program.cjs')
  writeFileSync(program, PROGRAM)
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  await add('own', [
    tool('args', {
      argv: ['args', '{a}', '--', '{b}'],
      output: 'json',
      fields: { a: { type: 'string' }, b: { type: 'string', default: 'x' } },
    }),
    tool('read', { argv: ['read'], stdin: '{text}', fields: { text: { type: 'string' } } }),
    ...['bytes', 'fail', 'dies', 'hangs', 'floods'].map((what) => tool(what)),
    tool('lines', { output: 'lines' }),
    ...['words', 'variables', 'child'].map((what) => tool(what, { output: 'json' })),
    tool('one', { exit_codes: [0, 1] }),
    tool('looks', { argv: ['dies'], read_only: true }),
  ])
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
  delete process.env.COMMAND_CANARY
})

function tool(name: string, { argv = [name], ...more }: Json = {}): Json {
  return { name, summary: `Does ${name}.`, argv: [process.execPath, program, ...argv], ...more }
}

const preview = (commands: readonly Json[], more: object = {}) =>
  gateway.asOwner('/app/sources/preview', { body: { kind: 'command', commands, cwd: folder, ...more } })

async function add(id: string, commands: readonly Json[]): Promise<void> {
  const more = { env: { MODE: 'test' } }
  const { json } = await preview(commands, { ...more, secret_names: ['TOKEN'] })
  const body = {
    kind: 'command',
    id,
    commands,
    cwd: folder,
    ...more,
    secrets: { TOKEN: 'canary-secret-9' },
  }
  const added = await gateway.asOwner('/app/sources', { body: { ...body, consent: json.consent?.hash } })
  if (added.status !== 201) throw new Error(added.text)
  await approveAll(gateway, id)
}

const call = (name: string, input: object = {}, headers = {}) =>
  callSource(gateway, `own__${name}`, input, headers)
const balance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance

describe('a command', () => {
  it('is shown word for word, with its program, its folder and its variables, before it is a tool', async () => {
    const { json } = await preview([tool('args')], { secret_names: ['TOKEN'] })
    expect(json.consent).toMatchObject({
      kind: 'command',
      cwd: folder,
      commands: [{ name: 'args', argv: [process.execPath, program, 'args'], stdin: null }],
    })
    const names = json.consent.variables.map(({ name }: Json) => name)
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH', 'TOKEN']))
    expect(names).not.toContain('COMMAND_CANARY')
  })

  it.each([
    [
      'a field in place of the program',
      { argv: ['{program}', 'a'], fields: { program: { type: 'string' } } },
      'must be named',
    ],
    [
      'a field that is a part of an argument',
      { argv: ['node', '--n={n}'], fields: { n: { type: 'string' } } },
      'part of an argument',
    ],
    ['a field that is not declared', { argv: ['node', '{n}'] }, 'n is not declared'],
    ['a field that is not used', { argv: ['node'], fields: { n: { type: 'string' } } }, 'n is not used'],
    ['a shell', { argv: ['sh', '-c', '{script}'], fields: { script: { type: 'string' } } }, 'shell'],
    ['a program that is missing', { argv: ['no-such-program-here'] }, 'There is no program'],
  ])('is refused with %s', async (_what, command, words) => {
    const { status, json } = await preview([{ name: 'bad', summary: 'Bad.', ...command }])
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(words)])
  })

  it('is written in a file as the guide shows it', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/sources.md'), 'utf8')
    const [, json = ''] = /```json\n(\{\n {2}"commands"[^`]+)```/.exec(guide) ?? []
    const { json: shown } = await preview(JSON.parse(json).commands)
    expect(shown.consent.commands).toMatchObject([{ name: 'find-text', output: 'lines', read_only: true }])
  })

  it('is refused where a link leads to a shell', async () => {
    const link = join(folder, 'innocent')
    symlinkSync('/bin/sh', link)
    const { json } = await preview([{ name: 'bad', summary: 'Bad.', argv: [link] }])
    expect(json.error.message).toContain('shell')
  })

  it('gives each value as one argument, and lines, JSON or text of what was printed', async () => {
    const odd = `$(id) "; 'x' *\n`
    expect((await call('args', { a: odd, b: '-y' })).json.data).toMatchObject({
      exit_code: 0,
      value: [odd, '--', '-y'],
    })
    expect((await call('args', { a: 'a' })).json.data.value).toEqual(['a', '--', 'x'])
    expect((await call('lines')).json.data.lines).toEqual(['one', 'two', '', 'four'])
    expect((await call('read', { text: 'käse' })).json.data.text).toBe('KÄSE')
    expect((await call('one')).json.data).toMatchObject({ exit_code: 1, text: '' })
  })

  it('takes no option that a caller makes up, no other fields, and no wrong types', async () => {
    const before = balance()
    for (const input of [{ a: '--eval=1' }, { a: 1 }, { a: 'x', c: 'y' }, {}])
      expect((await call('args', input)).json.error.code).toBe('validation_error')
    expect(balance()).toBe(before)
  })

  it('gets the variables that were shown, and its secrets are seen nowhere', async () => {
    const { json, text } = await call('variables')
    expect(json.data.value.names.toSorted()).toEqual(
      expect.arrayContaining(['HOME', 'MODE', 'PATH', 'TOKEN']),
    )
    expect(
      json.data.value.names.filter((name: string) => /CANARY|TOOLGATE|NODE_OPTIONS/.test(name)),
    ).toEqual([])
    expect(text).not.toContain('canary')
    const failed = await call('fail')
    expect(failed.json.error.message).toContain('no such branch ••••')
    expect(failed.text + (await gateway.asOwner('/app/sources/own')).text).not.toContain('canary')
  })

  it.each([
    ['fail', 'failed', 'fail ended with 3: no such branch'],
    ['words', 'failed', 'not JSON'],
    ['bytes', 'failed', 'UTF-8'],
    ['dies', 'unknown', 'was ended by SIGKILL. It may have acted.'],
    ['floods', 'unknown', 'more than 8 MiB'],
    ['looks', 'failed', 'was ended by SIGKILL.'],
  ])('costs nothing when it %s, and tells its outcome', async (name, outcome, words) => {
    const before = balance()
    const { json } = await call(name)
    expect(json.error).toMatchObject({ outcome, message: expect.stringContaining(words) })
    expect(balance()).toBe(before)
  })

  it('is killed when it takes too long, and keeps the Idempotency-Key of what may have acted', async () => {
    await gateway.asOwner('/app/sources/own', { method: 'PATCH', body: { call_seconds: 1 } })
    const first = await call('hangs', {}, { 'idempotency-key': 'hangs' })
    expect(first.json.error).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('within 1 s'),
    })
    expect((await call('hangs', {}, { 'idempotency-key': 'hangs' })).json.error.code).toBe(
      'outcome_unknown',
    )
    await gateway.asOwner('/app/sources/own', { method: 'PATCH', body: { call_seconds: null } })
  })

  it('leaves no process behind', async () => {
    const { child, group } = (await call('child')).json.data.value
    await waitUntil(async () => !(await isAlive(group)), 'the group is gone')
    expect((await membersOf(group)).map(({ pid }) => pid)).not.toContain(child)
  })

  it('ends with its source, and is not run again until that is started', async () => {
    const running = call('hangs')
    await waitUntil(
      async () =>
        (await gateway.asOwner('/app/sources/own')).json.source.starts > 0 &&
        gateway.instance.services.sources.health('own').inFlight > 0,
      'it runs',
    )
    await gateway.asOwner('/app/sources/own/stop', { method: 'POST' })
    expect((await running).json.error.outcome).toMatch(/unknown|not_sent/)
    expect((await call('lines')).status).toBe(404)
    await gateway.asOwner('/app/sources/own/start', { method: 'POST' })
    expect((await call('lines')).status).toBe(200)
  })

  it('runs only the very program that was agreed to, until another is agreed to', async () => {
    const own = join(folder, 'own.mjs')
    writeFileSync(own, '#!/usr/bin/env node\nconsole.log("first")\n')
    chmodSync(own, 0o755)
    await add('replaced', [{ name: 'run', summary: 'Runs.', argv: [own] }])
    expect((await callSource(gateway, 'replaced__run')).json.data.text).toBe('first\n')
    writeFileSync(own, '#!/usr/bin/env node\nconsole.log("second, and longer")\n')
    const refused = await callSource(gateway, 'replaced__run')
    expect(refused.json.error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('agree again'),
    })
    const { source } = (await gateway.asOwner('/app/sources/replaced')).json
    expect(source).toMatchObject({ state: 'broken', asks_again: true })
    const { consent } = (await gateway.asOwner('/app/sources/replaced/preview', { method: 'POST' })).json
    await gateway.asOwner('/app/sources/replaced/start', { body: { consent: consent.hash } })
    expect((await callSource(gateway, 'replaced__run')).json.data.text).toBe('second, and longer\n')
  })
})
