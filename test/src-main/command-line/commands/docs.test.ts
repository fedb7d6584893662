import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { stubOpener } from '../../../support/gateway/stub-opener.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

let gateway: StartedTestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => await gateway.close())

const docs = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  toolgateHere(['docs', ...args], { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: undefined, ...env })

describe('toolgate docs', () => {
  it.each([
    [[], ''],
    [['rate_limited'], 'errors/rate_limited'],
    [['backup'], 'cli/backup'],
    [['crypto-uuid'], 'tools/crypto-uuid'],
    [['connect', 'claude'], 'guides/mcp'],
  ])('prints the address of the page about %j: /docs/%s', async (topic, path) => {
    expect(await docs(topic)).toEqual({ code: 0, stdout: `${gateway.url}/docs/${path}\n`, stderr: '' })
    expect((await fetch(`${gateway.url}/docs/${path}`)).status).toBe(200)
  })

  it('prints the address and the other pages as JSON', async () => {
    const { stdout } = await docs(['too many requests', '--json'])
    const { ok, url, pages } = JSON.parse(stdout)
    expect([ok, url]).toEqual([true, `${gateway.url}/docs/errors/rate_limited`])
    expect(pages[0]).toEqual({ url, title: 'rate_limited', summary: expect.any(String) })
    expect(pages.length).toBeGreaterThan(1)
  })

  it('says that no page is about a word that the manual does not have', async () => {
    const said = await docs(['zzzzzzzz'])
    expect([said.code, said.stdout]).toEqual([8, ''])
    expect(said.stderr).toContain('no page about zzzzzzzz')
    const json = await docs(['zzzzzzzz', '--json'])
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      8,
      { ok: false, error: { code: 'not_found' } },
    ])
  })

  it('says how to start a gateway where none runs', async () => {
    const said = await docs([], { TOOLGATE_HOME: makeTempDir() })
    expect(said.code).toBe(4)
    expect(said.stderr).toContain('Start one with toolgate serve')
  })

  it.skipIf(process.platform === 'win32')('gives the address to the browser with --open', async () => {
    const { bin, noted } = stubOpener(0)
    const PATH = [bin, process.env.PATH].join(delimiter)
    expect(await docs(['crypto-uuid', '--open'], { PATH })).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(noted, 'utf8').trim()).toBe(`${gateway.url}/docs/tools/crypto-uuid`)
    expect(
      await docs(['--open'], { PATH: [stubOpener(3).bin, process.env.PATH].join(delimiter) }),
    ).toMatchObject({ code: 0, stdout: `${gateway.url}/docs/\n` })
  })
})
