import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../support/gateway/toolgate-here.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const toolgate = (...args: readonly string[]) =>
  toolgateHere(args, { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey })

it('toolgate keys rules limits tools, and takes the limits back', async () => {
  const made = await toolgate('keys', 'create', 'limited', '--json')
  const { key_id } = JSON.parse(made.stdout)
  const limits = 'net-dns-lookup=5/minute, net-dns-lookup=50/day,webhook-send=2/hour'
  const set = await toolgate('keys', 'rules', key_id, '--limits', limits, '--json')
  expect(JSON.parse(set.stdout).rules.tool_limits).toEqual({
    'net-dns-lookup': { per_minute: 5, per_day: 50 },
    'webhook-send': { per_hour: 2 },
  })
  expect(await toolgate('keys', 'rules', key_id, '--limits', 'none')).toMatchObject({
    code: 0,
    stdout: `No tool is limited for ${key_id}.\n`,
  })
  const wrong = await toolgate('keys', 'rules', key_id, '--limits', 'net-dns-lookup=5/week')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('net-dns-lookup=5/minute')])
})

it('toolgate keys rules lays down guards, also with patterns that have a semicolon', async () => {
  const guard = 'pii=redact results email,iban; order=refuse arguments /ORD-\\d+; x/'
  const made = await toolgate('keys', 'create', 'guarded', '--guard', guard, '--json')
  const { key_id, rules } = JSON.parse(made.stdout)
  expect(rules.guards).toEqual([
    { name: 'pii', action: 'redact', on: 'results', kinds: ['email', 'iban'] },
    { name: 'order', action: 'refuse', on: 'arguments', patterns: ['ORD-\\d+; x'] },
  ])
  const said = await toolgate('keys', 'rules', key_id, '--guard', 'cards=refuse arguments credit_card')
  expect(said.stdout).toContain('The guard cards will refuse in arguments.')
  const none = await toolgate('keys', 'rules', key_id, '--guard', 'none', '--json')
  expect(JSON.parse(none.stdout).rules.guards).toBeNull()
  for (const wrong of ['cards', 'cards=stop arguments credit_card', 'cards=refuse arguments names']) {
    const refused = await toolgate('keys', 'rules', key_id, '--guard', wrong)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--guard')])
  }
})

it('toolgate call says in how many places guards have redacted a call', async () => {
  const guard = 'pii=redact arguments email'
  const { key } = JSON.parse(
    (await toolgate('keys', 'create', 'guarded', '--guard', guard, '--json')).stdout,
  )
  const env = { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: key }
  const called = await toolgateHere(['call', 'text-slugify', '--text', 'To ann@example.com'], env)
  expect(called).toMatchObject({ code: 0, stdout: 'to-email\n' })
  expect(called.stderr).toContain('Guards of this key have redacted the input in 1 place.')
})

it('toolgate keys pause lets no call of a key in until resume', async () => {
  const { key, key_id } = JSON.parse((await toolgate('keys', 'create', 'agent', '--json')).stdout)
  const call = () =>
    toolgateHere(['call', 'text-slugify', '--text', 'A b'], {
      TOOLGATE_HOME: gateway.dataDir,
      TOOLGATE_KEY: key,
    })
  expect(await toolgate('keys', 'pause', key_id)).toMatchObject({
    code: 0,
    stdout: `${key_id} is paused. \`toolgate keys resume ${key_id}\` lets its calls in again.\n`,
  })
  expect((await call()).stderr).toContain('The owner has paused this key.')
  expect((await toolgate('keys', 'resume', key_id)).stdout).toBe(
    `The calls of ${key_id} are let in again.\n`,
  )
  expect(await call()).toMatchObject({ code: 0, stdout: 'a-b\n' })
})
