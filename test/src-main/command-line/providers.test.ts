import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addProvider,
  discoverProviders,
  orderProviders,
  providersStatus,
  removeProvider,
  testProviders,
} from '../../../src-main/command-line/providers.ts'
import { LlmServer } from '../../support/llm-server.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/start-test-gateway.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
const CLI = fileURLToPath(new URL('../../../src-main/cli.ts', import.meta.url))

let gateway: StartedTestGateway
let server: LlmServer
let printed: { out: string; err: string }
beforeEach(async () => {
  server = await LlmServer.start()
  const places = [{ kind: 'ollama', baseUrl: `${server.origin}/v1` }] as const
  gateway = await startTestGateway({ providers: { places } })
  printed = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (printed.out += String(text)) !== '')
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed.err += String(text)) !== '')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
  await server.close()
})

const scope = (json = false) => ({
  dataDir: gateway.dataDir,
  env: { TOOLGATE_KEY: gateway.ownerKey },
  json,
})
const add = (kind: string, baseUrl?: string, name?: string): Promise<number> =>
  addProvider(scope(), { kind, baseUrl, name, withKey: false })

/** What was printed since it was last asked for. */
function taken(): string {
  const { out } = printed
  printed.out = ''
  return out
}

/** Runs the command line from its source, in a process of its own. */
async function toolgate(
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; out: string; err: string; seen: string }> {
  const env = { ...process.env, TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey }
  const child = spawn(process.execPath, [CLI, 'providers', ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const seen = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/cmdline`, 'utf8') : ''
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err, seen }
}

describe('toolgate providers', () => {
  it('says that there are none and what to do', async () => {
    expect(await providersStatus(scope())).toBe(0)
    expect(taken()).toMatch(/^No provider is set up\. .*discover.*\n\nNo key is stored yet\./)
  })

  it('adds, lists, orders, tests and removes', async () => {
    expect(await add('ollama', server.origin)).toBe(0)
    expect(taken()).toMatch(/^Added Ollama \(ollama\), http:.*\/v1, default model, no key, prv_/)
    expect(await add('demo')).toBe(0)
    taken()
    expect(await orderProviders(scope(), ['demo'])).toBe(0)
    expect(taken()).toMatch(/^1\. Demo .*\n2\. Ollama /)
    expect(await testProviders(scope(), undefined)).toBe(0)
    expect(taken()).toMatch(
      /^ok \d+ ms {2}Demo .* answers with 1 model\.\nok \d+ ms {2}Ollama answers with 2 models\.\n$/,
    )
    await server.close()
    expect(await testProviders(scope(), 'ollama')).toBe(1)
    expect(taken()).toMatch(/^FAILED \d+ ms {2}Ollama cannot be reached/)
    expect(await removeProvider(scope(), 'ollama')).toBe(0)
    expect(taken()).toBe('Ollama is removed, and its key with it.\n')
    expect(await providersStatus(scope(true))).toBe(0)
    expect(JSON.parse(taken()).providers).toMatchObject([{ kind: 'demo' }])
    server = await LlmServer.start()
  })

  it('finds local servers and says how to add them', async () => {
    expect(await discoverProviders(scope())).toBe(0)
    expect(taken()).toBe(
      `ollama at ${server.origin}/v1: stub-large, stub-small\n` +
        `  toolgate providers add ollama --base-url ${server.origin}/v1\n`,
    )
  })

  it('says in a sentence what it cannot do', async () => {
    expect(await add('skynet')).toBe(2)
    expect(printed.err).toContain('skynet is no kind of provider. There are openai, ')
    await add('demo', undefined, 'One')
    await add('demo', undefined, 'Two')
    expect(await removeProvider(scope(), 'demo')).toBe(2)
    expect(printed.err).toContain('demo fits several providers; name one by its id.')
    expect(await removeProvider(scope(), 'Two')).toBe(0)
    expect(await removeProvider(scope(), 'ollama')).toBe(2)
    expect(printed.err).toContain('There is no provider ollama.')
    expect(await add('openai-compatible')).toBe(1)
    expect(printed.err).toContain('base_url')
  })
})

describe('the key of a provider', () => {
  it('is piped in, and is in no process listing and no output', async () => {
    const added = await toolgate(['add', 'openai', '--base-url', `${server.origin}/v1`], `${KEY}\n`)
    expect([added.code, added.err]).toEqual([0, ''])
    expect(added.out).toContain('key …Qx4A in the file')
    expect(added.out + added.seen).not.toContain('planted')
    const tested = await toolgate(['test'])
    expect([tested.code, server.last.headers.authorization]).toEqual([0, `Bearer ${KEY}`])
  })

  it('is not taken from the command line, and not repeated from there', async () => {
    for (const option of [`--api-key=${KEY}`, `--key=${KEY}`]) {
      const refused = await toolgate(['add', 'openai', option])
      expect(refused.code).toBe(2)
      expect(refused.err).toMatch(/^There is no option --(api-)?key\. A key is typed at the prompt/)
      expect(refused.out + refused.err).not.toContain('planted')
    }
  })

  it('has to be there', async () => {
    const missing = await toolgate(['add', 'openai'])
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('No key was given')])
  })
})
