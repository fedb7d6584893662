import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programFile } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'

let hub: StartedTestGateway
let gateway: StartedTestGateway
beforeEach(async () => {
  ;[hub, gateway] = await Promise.all([startTestGateway(), startTestGateway()])
})
afterEach(async () => {
  await gateway.close()
  await hub.close()
})

const envOf = ({ dataDir, ownerKey }: StartedTestGateway) => ({
  TOOLGATE_HOME: dataDir,
  TOOLGATE_KEY: ownerKey,
})
const at = (which: StartedTestGateway, args: readonly string[]) => toolgateHere(args, envOf(which))

/** Runs a command in a process of its own, since it reads what is piped in. @returns what it printed */
async function piped(which: StartedTestGateway, args: readonly string[], input: string): Promise<string> {
  const env = { ...process.env, ...envOf(which) }
  const child = spawn(process.execPath, [programFile('cli'), ...args], { env })
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return stdout + stderr
}

it('toolgate hub connects, shows and leaves a hub, and toolgate instances shows and forgets gateways', async () => {
  const none = await at(gateway, ['hub', 'status'])
  expect(none).toMatchObject({ code: 0, stderr: '' })
  expect(none.stdout).toContain('spends its own credits')
  const { key } = JSON.parse((await at(hub, ['keys', 'create', 'Laptop', '--json'])).stdout) as {
    key: string
  }
  const made = await piped(gateway, ['hub', 'connect', hub.url, '--name', 'Laptop'], `${key}\n`)
  expect(made).toContain(`Laptop spends the credits of ${hub.url}.\n125 credits of at most 1000`)
  expect(made).toContain('The hub has every charge.')

  const list = await at(hub, ['instances', 'list'])
  expect(list.stdout).toMatch(/gw_[0-9a-f]{32} +Laptop +key_\w+ +active +125 +0 +0/)
  expect((await at(hub, ['instances', 'forget', 'Laptop'])).stdout).toContain('125 credits can be spent')
  expect((await at(hub, ['instances', 'forget', 'Desk'])).stderr).toContain('No gateway Desk')

  // It starts afresh, with another lease.
  await at(gateway, ['hub', 'contact'])
  expect((await at(gateway, ['hub', 'contact'])).stdout).toMatch(/^\d+ credits of at most 1000/m)
  expect((await at(hub, ['instances', 'list'])).stdout).toMatch(/Laptop.* active .*\n.*Laptop.* ended /)
  expect((await at(gateway, ['hub', 'disconnect'])).stdout).toContain('spends its own credits')
  expect(JSON.parse((await at(gateway, ['hub', 'status', '--json'])).stdout)).toMatchObject({ hub: null })
})
