import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  approvePurchase,
  declinePurchase,
  listPurchases,
} from '../../../src-main/command-line/purchases.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/start-test-gateway.ts'

let gateway: StartedTestGateway
let printed: { out: string; err: string }
beforeEach(async () => {
  gateway = await startTestGateway()
  printed = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (printed.out += String(text)) !== '')
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed.err += String(text)) !== '')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

const env = () => ({ TOOLGATE_KEY: gateway.ownerKey })

async function buy(credits: number): Promise<string> {
  const headers = { authorization: `Bearer ${gateway.demoKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ credits })
  const answer = await fetch(`${gateway.url}/v1/credits/buy`, { method: 'POST', headers, body })
  return ((await answer.json()) as { purchase_id: string }).purchase_id
}

it('lists what waits, approves one, declines another, and then nothing waits', async () => {
  const [first, second] = [await buy(20_000), await buy(30_000)]
  expect(await listPurchases(gateway.dataDir, env(), false)).toBe(0)
  expect(printed.out).toMatch(
    new RegExp(`^${first} .*20000 credits \\(\\$20\\)  Demo …\\d{4}\\n${second} `),
  )
  expect(await approvePurchase(gateway.dataDir, env(), first)).toBe(0)
  expect(printed.out).toContain('20000 credits were added; the key now holds 20200.')
  expect(await declinePurchase(gateway.dataDir, env(), second)).toBe(0)
  printed.out = ''
  expect(await listPurchases(gateway.dataDir, env(), true)).toBe(0)
  expect(printed.out).toBe('[]\n')
})

it('says in a sentence why it could not be done', async () => {
  expect(await approvePurchase(gateway.dataDir, env(), 'pur_none')).toBe(1)
  expect(printed.err).toBe('No purchase with this id waits for approval.\n')
  printed.err = ''
  expect(await listPurchases(gateway.dataDir, { TOOLGATE_KEY: gateway.demoKey }, false)).toBe(3)
  expect(printed.err).toContain('not the owner key')
  const gone = { ...env(), TOOLGATE_URL: 'http://127.0.0.1:9' }
  expect(await listPurchases(gateway.dataDir, gone, false)).toBe(4)
  expect(printed.out).toBe('')
})
