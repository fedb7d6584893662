import { expect, it } from 'vitest'
import { PROVIDER_LIMITS, providerFetch } from '../../../src-main/providers/provider-fetch.ts'
import type { Transport } from '../../../src-main/providers/provider-transport.ts'

const PROVIDER = { name: 'Somebody', baseUrl: 'https://models.example/v1' }

/** A way out that leads nowhere and remembers where it was to lead. */
function openWay() {
  const asked: string[] = []
  const transport: Transport = (url) => {
    asked.push(url.href)
    return Promise.reject(new Error('no network here'))
  }
  return { asked, ask: providerFetch(PROVIDER, PROVIDER_LIMITS, transport) }
}

it('asks at the address of the provider', async () => {
  const { asked, ask } = openWay()
  await expect(ask('https://models.example/v1/chat')).rejects.toThrow('no network here')
  expect(asked).toEqual(['https://models.example/v1/chat'])
})

// Catches: a key sent to an address that an answer, or a package for the protocol, has named.
it.each([
  'https://other.example/v1/chat',
  'http://models.example/v1/chat',
  'https://models.example:8443/v1/chat',
  'https://models.example.other.example/v1/chat',
  'https://models.example@other.example/v1/chat',
])('sends nothing to any other address: %s', async (url) => {
  const { asked, ask } = openWay()
  for (const input of [url, new URL(url), ...(url.includes('@') ? [] : [new Request(url)])])
    await expect(ask(input)).rejects.toThrow('another address')
  expect(asked).toEqual([])
})
