import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../support/gateway/toolgate-here.ts'

let gateway: StartedTestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => await gateway.close())

const call = (...words: string[]) =>
  toolgateHere(['call', ...words], {
    TOOLGATE_HOME: gateway.dataDir,
    TOOLGATE_URL: undefined,
    TOOLGATE_KEY: gateway.ownerKey,
  })

// Catches: `--key` and `--url` of a tool that were read as the command's own, for 18 tools.
describe('a field that is called as an option of every command', () => {
  it('is meant by the option behind the tool', async () => {
    // RFC 4231, test case 2
    const mac = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    const text = 'what do ya want for nothing?'
    expect(await call('crypto-hmac', '--text', text, '--key', 'Jefe')).toMatchObject({
      code: 0,
      stdout: `${mac}\n`,
    })
    expect(await call('crypto-hmac', '--text', text, '--key=Jefe')).toMatchObject({
      code: 0,
      stdout: `${mac}\n`,
    })
    const { code, stdout } = await call('net-url-parse', '--url', 'https://example.com:8080/a', '--json')
    expect([code, JSON.parse(stdout).data.port]).toEqual([0, 8080])
  })

  it('is not meant by the option before the tool, nor for a tool without such a field', async () => {
    const uuid = await call('--url', gateway.url, 'net-url-parse', '--url', 'https://example.com/')
    expect(uuid).toMatchObject({ code: 0, stdout: expect.stringContaining('example.com') })
    expect((await call('crypto-uuid', '--url', gateway.url)).code).toBe(0)
    expect((await call('crypto-uuid', '--url', 'http://127.0.0.1:9')).code).toBe(4)
  })

  it('is written with an equals sign in the help where the option alone means something else', async () => {
    const { stdout } = await call('text-json-format', '--help')
    expect(stdout).toMatch(/--json=\w+/)
    expect(await call('text-json-format', '--json={"b":1}')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"b": 1'),
    })
  })
})
