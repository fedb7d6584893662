import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  SecretsInMemory,
  SecretsUnavailable,
  type SecretBackend,
} from '../../../src-main/secrets/secret-store.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
const OPENAI = { kind: 'openai', api_key: KEY }

describe('the environment of a headless start', () => {
  const started = async (environment: NodeJS.ProcessEnv): Promise<Json> => {
    const headless = await TestGateway.create({ providers: { environment } })
    const answer = await headless.send('/app/providers', { key: OWNER_KEY })
    const first = answer.json.providers[0]
    if (first) {
      const change = { key: OWNER_KEY, method: 'PATCH', body: { enabled: false } }
      const refused = await headless.send(`/app/providers/${first.id}`, change)
      expect([refused.status, refused.json.error.message]).toEqual([
        400,
        expect.stringContaining('environment'),
      ])
    }
    await headless.close()
    expect(answer.text).not.toContain('planted')
    return answer.json
  }

  it('names providers by the names of their own tools', async () => {
    const { providers, secret_store } = await started({
      OPENAI_API_KEY: KEY,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: 'https://proxy.example',
      GOOGLE_GENERATIVE_AI_API_KEY: KEY,
      OLLAMA_HOST: '0.0.0.0',
      TOOLGATE_LLM_MODEL: 'gpt-x',
    })
    expect(
      providers.map(({ id, base_url, model, secret, from }: Json) => [
        id,
        base_url,
        model,
        secret.hint,
        from,
      ]),
    ).toEqual([
      ['env_openai', 'https://api.openai.com/v1', 'gpt-x', '…Qx4A', 'environment'],
      ['env_anthropic', 'https://proxy.example/v1', null, '…Qx4A', 'environment'],
      ['env_google', 'https://generativelanguage.googleapis.com/v1beta', null, '…Qx4A', 'environment'],
      ['env_ollama', 'http://127.0.0.1:11434/v1', null, null, 'environment'],
    ])
    expect(secret_store.kind).toBe('environment')
  })

  it.each([
    ['127.0.0.1:9999', 'http://127.0.0.1:9999/v1'],
    ['http://gpu', 'http://gpu/v1'],
    ['http://gpu.example.com:80', 'http://gpu.example.com/v1'],
    ['https://gpu.example.com', 'https://gpu.example.com/v1'],
    ['gpu', 'http://gpu:11434/v1'],
    [':1234', 'http://127.0.0.1:1234/v1'],
  ])('reads OLLAMA_HOST=%s as Ollama does', async (host, url) => {
    expect((await started({ OLLAMA_HOST: host })).providers[0].base_url).toBe(url)
  })

  it('treats an address without a key as a server of one’s own', async () => {
    const { providers } = await started({ OPENAI_BASE_URL: 'http://127.0.0.1:8080' })
    expect(providers).toMatchObject([{ kind: 'openai-compatible', base_url: 'http://127.0.0.1:8080/v1' }])
  })

  it('is refused in a sentence when a key would travel in the clear', async () => {
    const environment = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://llm.example.com/v1' }
    await expect(TestGateway.create({ providers: { environment } })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^OPENAI_BASE_URL: base_url must use https/),
    })
  })
})

describe('keys on disk', () => {
  const keychain = (save: () => void, memory = new SecretsInMemory()): SecretBackend => {
    return {
      place: 'keychain',
      save: async (id, secret) => {
        save()
        await memory.save(id, secret)
      },
      read: (id) => memory.read(id),
      remove: (id) => memory.remove(id),
      describe: () => 'in a keychain of the tests',
    }
  }
  const inFolder = (dataDir: string, save: () => void = () => undefined): Promise<TestGateway> =>
    TestGateway.create({ dataDir, providers: { keychain: keychain(save) } })

  it('are kept in the keychain, and the list says so', async () => {
    const own = await inFolder(makeTempDir())
    const added = await own.send('/app/providers', { key: OWNER_KEY, body: OPENAI })
    expect(added.json.provider.secret.where).toBe('keychain')
    const { secret_store } = (await own.send('/app/providers', { key: OWNER_KEY })).json
    expect(secret_store).toEqual({ kind: 'keychain', message: 'The keys are in a keychain of the tests.' })
    await own.close()
  })

  it('are kept in the file when the keychain refuses, and survive a restart', async () => {
    const dataDir = makeTempDir()
    const locked = (): never => {
      throw new SecretsUnavailable('The keychain is locked.')
    }
    const own = await inFolder(dataDir, locked)
    const server = await LlmServer.start()
    onTestFinished(() => server.close())
    const body = { ...OPENAI, base_url: `${server.origin}/v1` }
    const added = await own.send('/app/providers', { key: OWNER_KEY, body })
    expect(added.json.message).toMatch(/^The keychain is locked\. So the key was stored elsewhere\. /)
    await own.close()

    const next = await inFolder(dataDir, locked)
    const { providers, secret_store } = (await next.send('/app/providers', { key: OWNER_KEY })).json
    expect(secret_store).toMatchObject({ kind: 'file', message: expect.stringContaining('secrets.json') })
    const path = `/app/providers/${providers[0].id}`
    await next.send(`${path}/test`, { key: OWNER_KEY, method: 'POST' })
    expect(server.last.headers.authorization).toBe(`Bearer ${KEY}`)
    await next.close()

    // The keychain takes it now; the file is left without it.
    const last = await inFolder(dataDir)
    const change = { key: OWNER_KEY, method: 'PATCH', body: { api_key: `${KEY}2` } }
    expect((await last.send(path, change)).json.provider.secret.where).toBe('keychain')
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain('prv_')
    await last.close()
  })

  it('are dropped, and never sent to the old address, when the provider itself cannot be saved', async () => {
    const dataDir = makeTempDir()
    await (await inFolder(dataDir)).close()
    const db = new Sqlite(join(dataDir, 'toolgate.db'))
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON provider WHEN NEW.name = 'Refused'
             BEGIN SELECT RAISE(FAIL, 'refused by the test'); END`)
    db.close()
    const kept = new Map<string, string>()
    const memory = Object.assign(new SecretsInMemory(), {
      save: async (id: string, secret: string) => void kept.set(id, secret),
      read: async (id: string) => kept.get(id) ?? null,
      remove: async (id: string) => void kept.delete(id),
    })
    const own = await TestGateway.create({
      dataDir,
      providers: { keychain: keychain(() => undefined, memory) },
    })
    const as = { key: OWNER_KEY }
    const lost = await own.send('/app/providers', { ...as, body: { ...OPENAI, name: 'Refused' } })
    expect([lost.status, [...kept]]).toEqual([500, []])
    const { id } = (await own.send('/app/providers', { ...as, body: OPENAI })).json.provider
    const change = { name: 'Refused', base_url: 'http://127.0.0.1:9', api_key: `${KEY}2` }
    const unchanged = await own.send(`/app/providers/${id}`, { ...as, method: 'PATCH', body: change })
    expect([unchanged.status, [...kept]]).toEqual([500, [[id, KEY]]])
    await own.close()
  })
})
