import type { ServerResponse } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { app, resetElectron, seen } from '../../support/electron/electron.ts'
import { startDesktop } from '../../support/electron/start-desktop.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { receiver } from '../../support/network/receiver.ts'
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

function sendWebhook(gateway: StartedTestGateway, url: string): Promise<Response> {
  return fetch(`${gateway.url}/v1/webhook-send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, payload: {} }),
  })
}

beforeEach(resetElectron)

it('the desktop signs its window in to the real gateway, shows the balance, and lets a call finish before it quits', async () => {
  const reached = Promise.withResolvers<ServerResponse>()
  const { origin } = await receiver((_, response) => reached.resolve(response))
  await startDesktop({
    startGateway: async () => {
      const gateway = await startTestGateway({ allowedOrigins: [origin] })
      gateways.push(gateway)
      return gateway
    },
  })
  const gateway = gateways[0]!
  expect(seen.windows[0]!.loaded).toBe(`${gateway.url}/`)
  expect(await sessionOf(gateway)).toMatchObject({ signed_in: true })
  expect(seen.trays[0]!.menu[0]!.label).toBe('500 credits')

  const call = sendWebhook(gateway, origin)
  const response = await reached.promise
  app.quit()
  response.end('received')
  const answer = await call
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ ok: true, data: { status: 200, body: 'received' } })
  await waitUntil(() => seen.exits.length > 0, 'the process ends')
  expect(seen.exits).toEqual([0])
  await expect(fetch(`${gateway.url}/v1/health`)).rejects.toThrow()
})
