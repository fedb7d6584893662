import { beforeEach, expect, it } from 'vitest'
import { app, resetElectron, seen } from '../../support/electron/electron.ts'
import { startDesktop } from '../../support/electron/start-desktop.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const gateways: StartedTestGateway[] = []

/** What the real gateway says to the window's newest cookie. */
async function sessionOf(gateway: StartedTestGateway): Promise<unknown> {
  const { name, value } = seen.cookies.at(-1)!
  const response = await fetch(`${gateway.url}/app/session`, {
    headers: { cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin' },
  })
  return await response.json()
}

function evaluate(gateway: StartedTestGateway): Promise<Response> {
  return fetch(`${gateway.url}/v1/math-evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expression: '6 * 7' }),
  })
}

async function isCallRunning(gateway: StartedTestGateway): Promise<boolean> {
  const response = await fetch(`${gateway.url}/metrics`)
  return (await response.text()).includes('\ntoolgate_reservations_open 1\n')
}

beforeEach(resetElectron)

it('the desktop signs its window in to the real gateway, shows the balance, and lets a call finish before it quits', async () => {
  await startDesktop({
    startGateway: async () => {
      const gateway = await startTestGateway()
      gateways.push(gateway)
      return gateway
    },
  })
  const gateway = gateways[0]!
  expect(seen.windows[0]!.loaded).toBe(`${gateway.url}/`)
  expect(await sessionOf(gateway)).toMatchObject({ signed_in: true })
  expect(seen.trays[0]!.menu[0]!.label).toBe('500 credits')

  // Its worker has to load its library first, which leaves time to quit in the middle of it.
  const call = evaluate(gateway)
  await waitUntil(() => isCallRunning(gateway), 'the call runs')
  app.quit()
  const answer = await call
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ ok: true, data: { result: 42 } })
  await waitUntil(() => seen.exits.length > 0, 'the process ends')
  expect(seen.exits).toEqual([0])
  await expect(fetch(`${gateway.url}/v1/health`)).rejects.toThrow()
})
