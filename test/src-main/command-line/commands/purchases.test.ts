import { afterEach, beforeEach, expect, it } from 'vitest'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const purchases = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  toolgateHere(['purchases', ...args], {
    TOOLGATE_HOME: gateway.dataDir,
    TOOLGATE_KEY: gateway.ownerKey,
    ...env,
  })

async function buy(credits: number): Promise<string> {
  const headers = { authorization: `Bearer ${gateway.demoKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ credits })
  const answer = await fetch(`${gateway.url}/v1/credits/buy`, { method: 'POST', headers, body })
  return ((await answer.json()) as { purchase_id: string }).purchase_id
}

it('toolgate purchases lists what waits, approves one and declines another', async () => {
  const [first, second] = [await buy(20_000), await buy(30_000)]
  const waiting = await purchases(['list'])
  expect(waiting).toMatchObject({ code: 0, stderr: '' })
  expect(waiting.stdout).toMatch(
    new RegExp(`^${first} .*20,000 credits \\(\\$20\\)  Demo …\\d{4}\\n${second} `),
  )
  expect((await purchases(['approve', first])).stdout).toBe(
    'Added 20,000 credits; the key now holds 20200.\n',
  )
  expect((await purchases(['decline', second])).code).toBe(0)
  expect(JSON.parse((await purchases(['list', '--json'])).stdout)).toEqual([])
})

it('toolgate purchases says in a sentence and by its exit code why it could not decide', async () => {
  const unknown = await purchases(['approve', 'pur_none'])
  expect(unknown).toMatchObject({ code: 8, stdout: '' })
  expect(unknown.stderr).toContain('No purchase with this id waits for approval.')
  const stranger = await purchases(['list'], { TOOLGATE_KEY: gateway.demoKey })
  expect(stranger).toMatchObject({ code: 3, stdout: '' })
  expect(stranger.stderr).toContain('Use the owner key')
  expect(await purchases(['list'], { TOOLGATE_URL: 'http://127.0.0.1:9' })).toMatchObject({
    code: 4,
    stdout: '',
  })
})
