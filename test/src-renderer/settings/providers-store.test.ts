import { describe, expect, it, onTestFinished } from 'vitest'
import { createProviderTests } from '../../../src-renderer/settings/provider-tests.ts'
import { useProviders } from '../../../src-renderer/settings/providers.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { PATIENT_MS } from '../../support/gateway/test-gateway.ts'
import { LlmServer } from '../../support/models/llm-server.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'

async function opened() {
  const server = await LlmServer.start()
  onTestFinished(() => server.close())
  const places = [
    { kind: 'ollama', baseUrl: `${server.origin}/v1` },
    { kind: 'lmstudio', baseUrl: 'http://127.0.0.1:9/v1' },
  ] as const
  const stores = await openPageStores({ providers: { places, patienceMs: PATIENT_MS } })
  const providers = useProviders()
  const add = (name: string) =>
    providers.add({ kind: 'openai', api_key: KEY, base_url: server.baseUrl(), name })
  const names = () => providers.providers.map(({ name }) => name)
  return { ...stores, server, providers, add, names }
}

describe('the providers', () => {
  it('are listed in the order in which they are asked, and a new one is asked last', async () => {
    const { providers, add, names } = await opened()
    for (const name of ['one', 'two', 'three']) await add(name)
    expect(names()).toEqual(['one', 'two', 'three'])
    expect(providers.kinds.map(({ kind }) => kind)).toContain('openai')
    expect(providers.secretStore.kind).not.toBe('')
  })

  it('move up and down, and stay at the ends', async () => {
    const { providers, add, names } = await opened()
    for (const name of ['one', 'two', 'three']) await add(name)
    const idOf = (name: string) => providers.providers.find((each) => each.name === name)!.id
    await providers.move(idOf('three'), -1)
    expect(names()).toEqual(['one', 'three', 'two'])
    await providers.move(idOf('one'), -1)
    await providers.move(idOf('two'), 1)
    await providers.move('prv_0000000000000000', 1)
    expect(names()).toEqual(['one', 'three', 'two'])
    await providers.load()
    expect(names()).toEqual(['one', 'three', 'two'])
  })

  it('forget what a test said once they are changed or removed', async () => {
    const { providers, add, names } = await opened()
    for (const name of ['one', 'two']) await add(name)
    const [one, two] = providers.providers.map(({ id }) => id)
    await Promise.all([providers.test(one!), providers.test(two!)])
    expect(providers.tests.size).toBe(2)
    await providers.change(one!, { name: 'first' })
    await providers.remove(two!)
    expect([names(), providers.tests.size]).toEqual([['first'], 0])
  })

  it('on this machine are found on request', async () => {
    const { providers, server } = await opened()
    expect(providers.found).toBeNull()
    expect(server.seen).toEqual([])
    await providers.discover()
    expect(providers.found?.map(({ kind }) => kind)).toEqual(['ollama'])
  })

  it('keep their order when the gateway cannot be reached', async () => {
    const { providers, add, names, net } = await opened()
    for (const name of ['one', 'two']) await add(name)
    net.meddle = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(providers.move(providers.providers[0]!.id, 1)).rejects.toMatchObject({
      code: 'unreachable',
    })
    expect(names()).toEqual(['one', 'two'])
  })
})

describe('the test of a provider', () => {
  it('says whether it answers, and with which models', async () => {
    const { providers, add, server } = await opened()
    await add('one')
    const { id } = providers.providers[0]!
    const running = providers.test(id)
    expect(providers.tests.get(id)).toBe('running')
    await running
    expect(providers.tests.get(id)).toMatchObject({ reachable: true, models: expect.any(Array) })
    server.script = { status: 401, message: 'no such key' }
    await providers.test(id)
    expect(providers.tests.get(id)).toMatchObject({ reachable: false })
  })

  it('leaves no trace when it could not be made', async () => {
    const { tests, test } = createProviderTests(() => Promise.reject(new Error('gone')))
    await expect(test('a')).rejects.toThrow('gone')
    expect(tests.has('a')).toBe(false)
  })
})
