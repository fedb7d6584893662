import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const toolgate = (...args: readonly string[]) =>
  toolgateHere(args, { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey })

it('toolgate toolsets saves a file, lists it, prints what it takes, and removes it', async () => {
  const file = join(makeTempDir(), 'desk.json')
  const desk = { name: 'desk', tools: [{ slug: 'text-diff', fixed: { by: 'word' } }] }
  writeFileSync(file, JSON.stringify(desk))
  expect((await toolgate('toolsets', 'list')).stdout).toContain('No toolset is saved')
  expect(await toolgate('toolsets', 'set', file)).toMatchObject({
    code: 0,
    stdout: 'desk is saved with 1 tool, version 1.\n',
  })
  expect((await toolgate('toolsets', 'list')).stdout).toMatch(/desk +1 +1 /)
  const shown = (await toolgate('toolsets', 'show', 'desk')).stdout
  expect(JSON.parse(shown)).toEqual(desk)
  writeFileSync(file, shown)
  expect((await toolgate('toolsets', 'set', file)).stdout).toContain('version 2')
  const whole = JSON.parse((await toolgate('toolsets', 'show', 'desk', '--json')).stdout)
  expect(whole.toolset).toMatchObject({ version: 2, missing_tools: [] })
  expect((await toolgate('toolsets', 'remove', 'desk')).stdout).toBe('desk is removed.\n')
  // Not found, as exit-codes.ts says.
  expect((await toolgate('toolsets', 'show', 'desk')).code).toBe(8)
})

it('toolgate toolsets set says what is wrong with a file', async () => {
  const file = join(makeTempDir(), 'odd.json')
  const told = async (text: string) => {
    writeFileSync(file, text)
    const { code, stderr } = await toolgate('toolsets', 'set', file)
    return `${code} ${stderr}`
  }
  expect(await told('{')).toMatch(/^2 .*is not JSON/)
  expect(await told('{"tools": []}')).toMatch(/^2 .*has no name/)
  expect(await told('{"name": "odd", "tools": [{"slug": "text-dif"}]}')).toMatch(/no tool "text-dif"/)
})
