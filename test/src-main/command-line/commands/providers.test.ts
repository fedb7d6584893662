import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toolgateHere, type Said } from '../../../support/gateway/toolgate-here.ts'
import { LlmServer } from '../../../support/models/llm-server.ts'
import { programFile } from '../../../support/gateway/test-gateway.ts'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'

let gateway: StartedTestGateway
let server: LlmServer
beforeEach(async () => {
  server = await LlmServer.start()
  const places = [{ kind: 'ollama', baseUrl: `${server.origin}/v1` }] as const
  gateway = await startTestGateway({ providers: { places } })
})
afterEach(async () => {
  await gateway.close()
  await server.close()
})

const providers = (...args: string[]): Promise<Said> =>
  toolgateHere(['providers', ...args], { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey })

/** Runs the command line in a process of its own. */
async function toolgate(
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string; seen: string }> {
  const env = { ...process.env, TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey }
  const child = spawn(process.execPath, [programFile('cli'), 'providers', ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const seen = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/cmdline`, 'utf8') : ''
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr, seen }
}

describe('toolgate providers', () => {
  it('says when no provider is set up, and what to do', async () => {
    const { code, stdout } = await providers('status')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^No provider is set up\. .*discover.*\n\nNo key is stored yet\./)
  })

  it('adds, lists, orders, tests and removes', async () => {
    expect((await providers('add', 'ollama', '--base-url', server.origin)).stdout).toMatch(
      /^Added Ollama \(ollama\), http:.*\/v1, default model, no key, prv_/,
    )
    expect((await providers('add', 'demo')).code).toBe(0)
    expect((await providers('order', 'demo')).stdout).toMatch(/^1\. Demo .*\n2\. Ollama /)
    const well = await providers('test')
    expect(well.code).toBe(0)
    expect(well.stdout).toMatch(
      /^ok \d+ ms {2}Demo .* answers with 1 model\.\nok \d+ ms {2}Ollama answers with 2 models\.\n$/,
    )
    await server.close()
    const ill = await providers('test', 'ollama')
    expect(ill.code).toBe(4)
    expect(ill.stdout).toMatch(/^FAILED \d+ ms {2}Ollama cannot be reached/)
    expect((await providers('remove', 'ollama')).stdout).toBe('Removed Ollama and its key.\n')
    const listed = await providers('status', '--json')
    expect(JSON.parse(listed.stdout).providers).toMatchObject([{ kind: 'demo' }])
    server = await LlmServer.start()
  })

  it('finds local servers and says how to add them', async () => {
    expect((await providers('discover')).stdout).toBe(
      `ollama at ${server.origin}/v1: stub-large, stub-small\n` +
        `  toolgate providers add ollama --base-url ${server.origin}/v1\n`,
    )
  })

  it('says in a sentence what it cannot do, with the exit codes of every command', async () => {
    await providers('add', 'demo', '--name', 'One')
    await providers('add', 'demo', '--name', 'Two')
    const refused: [Said, number, string][] = [
      [await providers('add', 'skynet'), 2, 'There is no provider kind skynet. Choose one of openai, '],
      [await providers('remove', 'demo'), 2, 'demo matches several providers; choose one by its id.'],
      [await providers('remove', 'ollama'), 8, 'There is no provider ollama.'],
      [await providers('add', 'openai-compatible'), 5, 'base_url'],
      [await providers('status', '--url', 'http://127.0.0.1:9'), 4, 'No gateway answers'],
    ]
    for (const [{ code, stderr }, wanted, words] of refused) {
      expect([words, code]).toEqual([words, wanted])
      expect(stderr).toContain(words)
    }
    expect((await providers('remove', 'Two')).code).toBe(0)
  })
})

describe('the key of a provider', () => {
  it('is piped in, and appears in no process listing and no output', async () => {
    const added = await toolgate(['add', 'openai', '--base-url', `${server.origin}/v1`], `${KEY}\n`)
    expect([added.code, added.stderr]).toEqual([0, ''])
    expect(added.stdout).toContain('key …Qx4A in the file')
    expect(added.stdout + added.seen).not.toContain('planted')
    const tested = await toolgate(['test'])
    expect([tested.code, server.last.headers.authorization]).toEqual([0, `Bearer ${KEY}`])
  })

  it('is refused on the command line, and not repeated from there', async () => {
    for (const option of [`--api-key=${KEY}`, `--key=${KEY}`]) {
      const refused = await toolgate(['add', 'openai', option])
      expect(refused.code).toBe(2)
      expect(refused.stderr).toMatch(/^Unknown option --(api-)?key\. Type the key at the prompt/)
      expect(refused.stdout + refused.stderr).not.toContain('planted')
    }
  })

  it('is required', async () => {
    const missing = await toolgate(['add', 'openai'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('No key was given')])
  })
})
