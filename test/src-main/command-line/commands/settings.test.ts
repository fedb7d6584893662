import { afterEach, beforeEach, expect, it } from 'vitest'
import { toolgateHere, type Said } from '../../../support/gateway/toolgate-here.ts'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const toolgate = (args: readonly string[], key = gateway.ownerKey): Promise<Said> =>
  toolgateHere(args, { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: key })

it('toolgate settings lists the settings and changes one at once', async () => {
  expect((await toolgate(['settings', 'list'])).stdout).toMatch(/^visitors_use_paid_models +false$/m)
  const opened = await toolgate(['settings', 'set', 'visitors_use_paid_models', 'true'])
  expect(opened).toEqual({ code: 0, stdout: 'visitors_use_paid_models is now true.\n', stderr: '' })
  const set = await toolgate(['settings', 'set', 'model_questions_per_day', '1,500', '--json'])
  expect(JSON.parse(set.stdout)).toEqual({ model_questions_per_day: 1_500 })
  await toolgate(['settings', 'set', 'activity', 'off'])
  expect(JSON.parse((await toolgate(['settings', 'list', '--json'])).stdout)).toMatchObject({
    visitors_use_paid_models: true,
    visitors_use_local_models: false,
    model_questions_per_day: 1_500,
    activity: 'off',
  })
})

it('toolgate settings refuses unknown names, wrong values and keys that may not', async () => {
  const unknown = await toolgate(['settings', 'set', 'none', 'true'])
  expect([unknown.code, unknown.stderr]).toEqual([8, expect.stringContaining('There is no setting none')])
  const wrong = await toolgate(['settings', 'set', 'visitors_use_paid_models', 'perhaps'])
  expect([wrong.code, wrong.stderr]).toEqual([5, expect.stringContaining('visitors_use_paid_models')])
  expect((await toolgate(['settings', 'list'], gateway.demoKey)).code).toBe(3)
})

it('toolgate keys budget sets what a key may ask of models, and the lists show it', async () => {
  const made = await toolgate(['keys', 'create', 'CI', '--questions', '20', '--json'])
  const { key, key_id } = JSON.parse(made.stdout) as { key: string; key_id: string }
  expect((await toolgate(['keys', 'list'])).stdout).toMatch(/ CI .* 0\/20 +0\/5,000,000$/m)
  expect(
    (await toolgate(['keys', 'budget', key_id, '--tokens', '1_000', '--questions', 'default'])).stdout,
  ).toBe('Language models today: 0 of 2,000 questions, 0 of 1,000 tokens.\n')
  expect((await toolgate(['balance'], key)).stdout).toContain('0 of 2,000 questions, 0 of 1,000 tokens.')
  expect((await toolgate(['balance'])).stdout).toContain('Language models today: 0 questions, 0 tokens.')
  expect((await toolgate(['keys', 'budget', key_id])).code).toBe(2)
  expect((await toolgate(['keys', 'budget', key_id, '--tokens', 'many'])).code).toBe(2)
  expect((await toolgate(['keys', 'budget', 'none', '--tokens', '5'])).code).toBe(5)
})
