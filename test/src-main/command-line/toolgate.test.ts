import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess, runToolgate } from '../../support/gateway/headless-process.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'
import { type Said, toolgateHere } from '../../support/gateway/toolgate-here.ts'
import { openTerminal } from '../../support/gateway/toolgate-terminal.ts'
import { waitUntil } from '../../support/wait-until.ts'

const CLI = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))

let folder: string
let gateway: HeadlessProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolgate-test-'))
  gateway = await HeadlessProcess.start(folder)
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  await rm(folder, { recursive: true })
})

const env = (): NodeJS.ProcessEnv => ({ TOOLGATE_HOME: folder, TOOLGATE_KEY: OWNER_KEY })
const toolgate = (...args: string[]) => toolgateHere(args, env())

function withStdin(
  args: readonly string[],
  stdin: string,
): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...env() } })
  let stdout = ''
  child.stdout.on('data', (piece) => (stdout += String(piece)))
  child.stdin.end(stdin)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout })))
}

describe('toolgate', () => {
  it('shows every command in its help, without colours in a pipe', () => {
    const { code, stdout } = runToolgate(['--help'])
    expect(code).toBe(0)
    for (const name of ['call', 'batch', 'stream', 'mcp', 'doctor', 'completion', 'providers'])
      expect(stdout).toContain(name)
    expect(stdout).not.toContain('\u001b[')
  })

  it('makes flags of a tool from its schema, and help with its examples', async () => {
    const help = await toolgate('call', 'text-diff', '--help')
    expect(help.stdout).toContain('--ignore-case')
    expect(help.stdout).toContain(
      "toolgate call text-diff --before 'a red car' --after 'a blue car' --by word",
    )
    const args = ['--before', 'a red car', '--after=a blue car', '--by', 'word', '--ignore-case', '--json']
    const { code, stdout } = await toolgate('call', 'text-diff', ...args)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { deleted: 1, inserted: 1 } })
  })

  it('takes the main field from stdin, from a word and from a file', async () => {
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    const file = join(makeTempDir(), 'abc.txt')
    writeFileSync(file, 'abc')
    expect((await withStdin(['call', 'crypto-hash-sha256', '-'], 'abc')).stdout).toContain(abc)
    expect((await toolgate('call', 'crypto-hash-sha256', 'abc')).stdout).toContain(abc)
    expect((await toolgate('call', 'crypto-hash-sha256', '--text', `@${file}`)).stdout).toContain(abc)
    expect((await toolgate('call', 'crypto-hash-sha256', '--input', '{"text":"abc"}')).stdout).toContain(
      abc,
    )
  })

  it('changes no digit of a number: it sends the text where that is taken, or refuses', async () => {
    const long = '[12345678901234567891]'
    const format = ['call', 'text-json-format', '--indent', '0', '--json']
    for (const { code, stdout } of [
      await toolgate(...format, long),
      await withStdin([...format, '-'], long),
    ])
      expect([code, JSON.parse(stdout).data.result]).toEqual([0, long])
    const { code, stderr } = await toolgate('memory', 'set', 'long', long)
    expect([code, stderr]).toEqual([2, expect.stringContaining('12345678901234567891 would become')])
    const decimal = await toolgate('call', 'math-unit-convert', '--value', '0.12345678901234567891')
    expect([decimal.code, decimal.stderr]).toEqual([
      2,
      expect.stringContaining('0.12345678901234567891 would become'),
    ])
  })

  it('prints the value alone on stdout, and what the tool remarks on stderr', async () => {
    const { code, stdout, stderr } = await toolgate('call', 'math-evaluate', '2^64')
    expect([code, stdout.trim()]).toEqual([0, '18446744073709552000'])
    expect(stderr).toContain('its last digits may be rounded')
  })

  it('says by its exit code what went wrong', async () => {
    const poor = {
      ...env(),
      TOOLGATE_KEY: JSON.parse(
        (await toolgate('keys', 'create', 'poor', '--credit-limit', '1', '--json')).stdout,
      ).key,
    }
    const cases: [number, Said][] = [
      [8, await toolgate('memory', 'get', 'nothing')],
      [2, runToolgate(['nosuch'])],
      [2, await toolgate('call', 'text-diff', '--bogus', '1')],
      [2, await toolgate('balance', '--bogus')],
      [2, await toolgate('buy')],
      [3, runToolgate(['balance'], { ...env(), TOOLGATE_KEY: 'sk-toolgate-wrong' })],
      [4, runToolgate(['balance'], { ...env(), TOOLGATE_URL: 'http://127.0.0.1:9' })],
      [4, await toolgateHere(['balance'], { ...env(), TOOLGATE_HOME: makeTempDir() })],
      [5, await toolgate('call', 'text-diff', '--before', 'a')],
      [8, await toolgate('call', 'no-such-tool')],
      [8, await toolgate('jobs', 'get', 'nothing')],
      [2, await toolgate('balance', 'extra')],
      [2, await toolgate('balance', '--url', 'nonsense')],
      [6, await toolgateHere(['call', 'text-diff', '--before', 'a', '--after', 'b'], poor)],
    ]
    expect(cases.map(([, { code }]) => code)).toEqual(cases.map(([code]) => code))
    for (const [code, { stdout, stderr }] of cases) {
      expect([code, stdout]).toEqual([code, ''])
      expect(stderr).not.toBe('')
      expect(stderr).not.toContain('    at ')
    }
  })

  it('prints the refusal itself with --json', async () => {
    const { code, stdout } = await toolgate('call', 'text-diff', '--before', 'a', '--json')
    expect([code, JSON.parse(stdout).error.code]).toEqual([5, 'validation_error'])
  })

  it('manages keys, limits, jobs, memory and money', async () => {
    const made = JSON.parse(
      (await toolgate('keys', 'create', 'CI', '--slugs', 'text-diff', '--json')).stdout,
    )
    expect((await toolgate('limits', made.key_id, '5')).code).toBe(0)
    expect((await toolgate('keys', 'list')).stdout).toMatch(/CI.*5\/60s/)
    expect((await toolgate('keys', 'revoke', made.key_id)).code).toBe(0)
    const id = (await toolgate('jobs', 'submit', 'crypto-hash-sha256', 'abc')).stdout.trim()
    expect((await toolgate('jobs', 'wait', id)).stdout).toContain('ba7816bf')
    expect((await toolgate('jobs', 'list')).stdout).toContain(id)
    expect((await toolgate('memory', 'set', 'a', '{"x":1}', '--tags', 't')).code).toBe(0)
    expect(JSON.parse((await toolgate('memory', 'get', 'a')).stdout)).toEqual({ x: 1 })
    expect((await toolgate('memory', 'delete', 'a')).code).toBe(0)
    expect((await toolgate('buy', '1,000')).stdout).toContain('Bought')
    expect((await toolgate('history')).stdout).toContain('purchase')
    expect(JSON.parse((await toolgate('balance', '--json')).stdout).balance).toBeGreaterThan(1_000)
    expect((await toolgate('dry-run', 'text-diff', '--before', 'a', '--after', 'b')).stdout).toContain(
      'Would run for 3 credits',
    )
    expect((await toolgate('search', 'hash of a text')).stdout).toContain('crypto-hash-sha256')
    const doctor = await toolgate('doctor')
    expect(doctor.code).toBe(0)
    expect(doctor.stdout).toMatch(
      /Workers: \d of 4 in use \(2 for one key, 1 more for the owner\), 0 waiting/,
    )
    expect(doctor.stdout).toMatch(/tool walls +Node's permissions/)
    const { shares, walls } = JSON.parse((await toolgate('doctor', '--json')).stdout)
    expect(walls.permissions).toBe(true)
    expect(shares).toContainEqual(expect.objectContaining({ resource: 'workers', limit: 4, waiting: 0 }))
    expect((await toolgate('config')).stdout).toContain(folder)
  })

  it('ends quietly when the pipe behind it is closed', async () => {
    const child = spawn(process.execPath, [CLI, 'list', '--json'], { env: { ...process.env, ...env() } })
    child.stdout.once('data', () => child.stdout.destroy())
    let stderr = ''
    child.stderr.on('data', (piece) => (stderr += String(piece)))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('toolgate batch', () => {
  const rows = (count: number): string => {
    const file = join(makeTempDir(), 'rows.csv')
    const lines = Array.from({ length: count }, (_, n) => `"row ${n}, quoted"`)
    writeFileSync(file, `text\n${lines.join('\n')}\n`)
    return file
  }
  const resultsOf = (file: string): { index: number; ok: boolean }[] =>
    readFileSync(`${file}.results.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('runs a CSV, and sends nothing when run again', async () => {
    const file = rows(120)
    const first = await toolgate('batch', file, '--tool', 'crypto-hash-sha256', '-y', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({
      total: 120,
      done: 120,
      failed: 0,
      credits: 120,
      stopped: false,
    })
    expect(resultsOf(file)).toHaveLength(120)
    const before = JSON.parse((await toolgate('balance', '--json')).stdout).balance
    expect((await toolgate('batch', file, '--tool', 'crypto-hash-sha256')).code).toBe(0)
    expect(JSON.parse((await toolgate('balance', '--json')).stdout).balance).toBe(before)
  })

  it('sends the failed ones again on request, and only them', async () => {
    const file = join(makeTempDir(), 'rows.ndjson')
    const good = { slug: 'crypto-hash-sha256', input: { text: 'a' } }
    writeFileSync(
      file,
      [good, { slug: 'no-such-tool', input: {} }, good].map((row) => JSON.stringify(row)).join('\n'),
    )
    expect((await toolgate('batch', file, '--yes')).code).toBe(5)
    expect(resultsOf(file).map(({ ok }) => ok)).toEqual([true, false, true])
    expect((await toolgate('batch', file, '--yes')).code).toBe(5)
    expect(resultsOf(file)).toHaveLength(3)
    expect((await toolgate('batch', file, '--yes', '--retry-failed')).code).toBe(5)
    expect(resultsOf(file).map(({ index }) => index)).toEqual([0, 1, 2, 1])
  })

  it('refuses a batch that costs more than the balance, before it sends anything', async () => {
    const { key } = JSON.parse(
      (await toolgate('keys', 'create', 'p', '--credit-limit', '10', '--json')).stdout,
    )
    const run = await toolgateHere(['batch', rows(50), '--tool', 'crypto-hash-sha256', '--json'], {
      ...env(),
      TOOLGATE_KEY: key,
    })
    expect(run.code).toBe(6)
    expect(JSON.parse(run.stdout).error.message).toContain('Buy more')
  })
})

describe('in a terminal', () => {
  it('asks about the price, shows progress, stops at Ctrl-C with 130 and resumes from there', async () => {
    const file = join(makeTempDir(), 'rows.csv')
    // The tool is one of the slower ones, to leave something to interrupt.
    writeFileSync(file, `expression\n${Array.from({ length: 2_000 }, (_, n) => `sqrt(${n})`).join('\n')}\n`)
    expect((await toolgate('buy', '5000')).code).toBe(0)
    const args = ['batch', file, '--tool', 'math-evaluate']
    const { terminal, output, ended } = openTerminal(args, env())
    await waitUntil(() => output().includes('[y/N]'), 'the question')
    terminal.write('y\r')
    await waitUntil(() => /█/.test(output()) && / [1-9]\d*\/2000/.test(output()), 'progress')
    terminal.write('\u0003')
    expect(await ended).toBe(130)
    expect(output()).toContain('Run the same command again')
    const answered = readFileSync(`${file}.results.ndjson`, 'utf8').trim().split('\n').length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(2_000)
    const rest = await toolgate(...args, '--yes', '--json')
    expect(JSON.parse(rest.stdout)).toMatchObject({
      done: 2_000,
      failed: 0,
      credits: 2_000,
      stopped: false,
    })
  })

  it('colours its help, and ends a stream at Ctrl-C with 130', async () => {
    const help = openTerminal(['--help'], env())
    expect(await help.ended).toBe(0)
    expect(help.output()).toContain('\u001b[')
    const listening = openTerminal(['listen'], env())
    await waitUntil(() => listening.output().includes('Listening'), 'it listens')
    listening.terminal.write('\u0003')
    expect(await listening.ended).toBe(130)
  })
})
