import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere, type Said } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const CLI = fileURLToPath(new URL('../../../../out/main/cli.js', import.meta.url))
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let gateway: HeadlessProcess
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolgate-test-'))
  gateway = await HeadlessProcess.start(folder)
  env = { TOOLGATE_HOME: folder, TOOLGATE_KEY: OWNER_KEY }
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  await rm(folder, { recursive: true })
})

const toolgate = (...args: string[]): Promise<Said> => toolgateHere(args, env)

function file(name: string, content: string | Buffer): string {
  const path = join(makeTempDir(), name)
  writeFileSync(path, content)
  return path
}

function piped(args: readonly string[], stdin: (child: ReturnType<typeof spawn>) => void): Promise<Said> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...env } })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (piece) => (said.stdout += String(piece)))
  child.stderr.on('data', (piece) => (said.stderr += String(piece)))
  // A command that refuses what comes does not read the rest.
  child.stdin.on('error', () => undefined)
  stdin(child)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, ...said })))
}

const sha = async (path: string, ...more: string[]): Promise<string[]> => {
  const output = join(makeTempDir(), 'results.ndjson')
  const said = await toolgate('batch', path, '-y', '--tool', 'text-word-count', '--output', output, ...more)
  expect(said).toMatchObject({ code: 0 })
  return readFileSync(output, 'utf8').trim().split('\n')
}

describe('toolgate batch', () => {
  it('spends nothing without a terminal unless -y says so', async () => {
    const path = file('rows.csv', 'text\nabc\n')
    const said = await toolgate('batch', path, '--tool', 'crypto-hash-sha256')
    expect([said.code, said.stdout]).toEqual([2, ''])
    expect(said.stderr).toContain('1 call will cost at most 1 of your 500 credits')
    expect(said.stderr).toContain('-y')
  })

  it('reads calls from stdin, and asks where the results go', async () => {
    const line = JSON.stringify({ slug: 'crypto-hash-sha256', input: { text: 'abc' } })
    const output = join(makeTempDir(), 'results.ndjson')
    const send = (...more: string[]) =>
      piped(['batch', '-', '-y', ...more], (child) => child.stdin!.end(line))
    expect((await send()).code).toBe(2)
    expect(await send('--output', output)).toMatchObject({ code: 0 })
    expect(readFileSync(output, 'utf8')).toContain('ba7816bf')
  })

  it('reads UTF-16 and Latin-1 by option, and refuses them without', async () => {
    const text = 'text\nGrüße aus Köln\n'
    const latin1 = file('latin1.csv', Buffer.from(text, 'latin1'))
    const utf16 = file('utf16.csv', Buffer.from(`\ufeff${text}`, 'utf16le'))
    const plain = await sha(file('utf8.csv', text))
    const data = (lines: string[]) => lines.map((line) => JSON.parse(line).data)
    expect(data(await sha(latin1, '--encoding', 'latin1'))).toEqual(data(plain))
    expect(data(await sha(utf16, '--encoding', 'utf-16'))).toEqual(data(plain))
    const refused = await toolgate('batch', latin1, '-y', '--tool', 'text-word-count')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--encoding latin1')])
  })

  it('says in a sentence what is wrong with a CSV', async () => {
    for (const [content, words] of [
      ['text\n"open\n', 'a quoted field has no end'],
      ['text\na,b\n', 'more or fewer fields than the header'],
      ['text\n"a"b\n', 'follows the quote'],
    ] as const) {
      const said = await toolgate('batch', file('rows.csv', content), '-y', '--tool', 'text-word-count')
      expect([said.code, said.stderr]).toEqual([2, expect.stringContaining(words)])
      expect(said.stderr).not.toContain('    at ')
    }
  })
})

describe('toolgate call', () => {
  // Catches: the hash of another text than the file holds, with exit code 0.
  it('refuses bytes that are not UTF-8, and sends them in Base64 on request', async () => {
    const path = file('bytes.bin', Buffer.from([0x61, 0xff, 0x62]))
    const refused = await toolgate('call', 'crypto-hash-sha256', '--text', `@${path}`)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('@base64:FILE')])
    const stdin = await piped(['call', 'crypto-hash-sha256', '-'], (child) =>
      child.stdin!.end(Buffer.from([0x61, 0xff])),
    )
    expect([stdin.code, stdin.stderr]).toEqual([2, expect.stringContaining('not UTF-8')])
    const args = ['--text', `@base64:${path}`, '--input-encoding', 'base64', '--json']
    const said = await toolgate('call', 'crypto-hash-sha256', ...args)
    // printf 'a\377b' | sha256sum
    expect(JSON.parse(said.stdout).data.hash).toBe(
      '01ce0241d2a0e71a4fecd5a8d71157fe2787197732fc15d889cbcf36c38e3c68',
    )
  })

  it('takes a picture as a file, and writes one', async () => {
    const picture = file('x.png', Buffer.from(PNG, 'base64'))
    const out = join(makeTempDir(), 'out.png')
    const args = ['--image', `@${picture}`, '--width', '2', '--format', 'png', '-o', out]
    expect(await toolgate('call', 'vision-image-resize', ...args)).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(out).subarray(1, 4).toString()).toBe('PNG')
    const piece = await piped(['call', 'vision-image-metadata', '-', '--json'], (child) =>
      child.stdin!.end(Buffer.from(PNG, 'base64')),
    )
    expect(JSON.parse(piece.stdout).data).toMatchObject({ width: 1, height: 1 })
  })

  it('refuses what is too long on stdin without reading it whole', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'a')
    let written = 0
    const said = await piped(['call', 'crypto-hash-sha256', '-'], (child) => {
      const more = (error?: Error | null): void => {
        if (error || written === 300) return
        written++
        child.stdin!.write(piece, more)
      }
      more()
    })
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining('longer than 4 MB')])
    expect(written).toBeLessThan(100)
  })

  it('says what is wrong in words of the command line', async () => {
    const said = await toolgate('call', 'crypto-hash-sha-256', 'abc')
    expect([said.code, said.stderr]).toEqual([8, expect.stringContaining('crypto-hash-sha256')])
    expect(said.stderr).toContain('toolgate list')
    expect(said.stderr).not.toContain('/v1')
  })
})
