import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../support/gateway/toolgate-here.ts'
import { postJson } from '../../support/network/post-json.ts'
import { waitUntil } from '../../support/wait-until.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const toolgate = (...args: readonly string[]) =>
  toolgateHere(args, { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey })

it('toolgate approvals lists the calls that wait, and approves or refuses them', async () => {
  const { key, key_id } = JSON.parse((await toolgate('keys', 'create', 'held', '--json')).stdout)
  const rules = await toolgate('keys', 'rules', key_id, '--approval', 'all', '--wait', '60')
  expect(rules.stdout).toContain('Its calls wait up to 60 s for approval (all).')
  expect((await toolgate('approvals', 'list')).stderr).toContain('No call waits for approval.')
  for (const [decision, status] of [
    ['approve', 200],
    ['refuse', 403],
  ] as const) {
    const called = postJson(`${gateway.url}/v1/crypto-hash-sha256`, key, { text: 'a' })
    const listed = await waitUntil(async () => {
      const { stdout } = await toolgate('approvals', 'list', '--input')
      return stdout.includes('approval_') ? stdout : null
    }, 'the call waits')
    expect(listed).toContain('"text": "a"')
    const [id = ''] = /approval_[0-9a-f]+/.exec(listed) ?? []
    const done = await toolgate('approvals', decision, id)
    expect(done.stdout).toMatch(/^crypto-hash-sha256 of held is (approved|refused)\.\n$/)
    expect((await called).status).toBe(status)
  }
})
