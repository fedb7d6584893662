import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startGateway } from '../../../../src-main/instance/start-gateway.ts'
import { MCP_CLIENTS, type Here } from '../../../../src-main/extensions/other-clients/mcp-clients.ts'
import { snippetFor, writeSettings } from '../../../../src-main/extensions/other-clients/write-settings.ts'
import { clientNamed } from '../../../../src-main/command-line/mcp/mcp-config.ts'
import { TEST_FILES, type Json } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const SERVER = {
  url: 'http://127.0.0.1:4777/mcp',
  key: 'sk-toolgate-x',
  command: '/usr/bin/node',
  args: ['cli.js', 'mcp'],
}

describe("a client's settings", () => {
  it.each(MCP_CLIENTS.map(({ name }) => name))(
    'are written to a file exactly as they are printed: %s',
    (name) => {
      const client = clientNamed(name)
      const file = join(makeTempDir(), 'deep', 'settings')
      expect(writeSettings(client, file, SERVER)).toBeNull()
      expect(readFileSync(file, 'utf8')).toBe(snippetFor(client, SERVER))
      expect(readFileSync(file, 'utf8')).toContain(SERVER.key)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )

  // Catches: settings that lose their comments or their other servers.
  it('keep their comments and all other settings, with a backup of the file', () => {
    const file = join(makeTempDir(), 'settings.json')
    const before =
      '{\n  // my theme\n  "theme": "dark",\n  "context_servers": { "other": { "command": "x" } },\n}\n'
    writeFileSync(file, before)
    const backup = writeSettings(clientNamed('zed'), file, SERVER)
    const after = readFileSync(file, 'utf8')
    expect(readFileSync(backup!, 'utf8')).toBe(before)
    expect(after).toContain('// my theme')
    expect(after).toMatch(/"other": \{\s+"command": "x"/)
    expect(after).toContain('"TOOLGATE_KEY": "sk-toolgate-x"')
    expect(writeSettings(clientNamed('zed'), file, SERVER)).not.toBe(backup)
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  it('keep their comments in YAML too', () => {
    const file = join(makeTempDir(), 'config.yaml')
    writeFileSync(file, '# mine\nGOOSE_MODEL: x\nextensions:\n  developer:\n    enabled: true # on\n')
    writeSettings(clientNamed('goose'), file, SERVER)
    const after = readFileSync(file, 'utf8')
    expect(after).toMatch(/# mine[\s\S]*# on/)
    expect(parse(after)).toMatchObject({
      GOOSE_MODEL: 'x',
      extensions: { developer: { enabled: true }, toolgate: { uri: SERVER.url, enabled: true } },
    })
  })

  it('are left alone when they cannot be read', () => {
    const file = join(makeTempDir(), 'settings.json')
    writeFileSync(file, '{"a": ')
    expect(() => writeSettings(clientNamed('cursor'), file, SERVER)).toThrow(/not a JSON object/)
    expect(readFileSync(file, 'utf8')).toBe('{"a": ')
  })

  it('keep their comments in TOML too, and have one table of the server', () => {
    const file = join(makeTempDir(), 'config.toml')
    const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # on\n'
    writeFileSync(file, before)
    writeSettings(clientNamed('codex'), file, { ...SERVER, key: 'sk-toolgate-former' })
    writeSettings(clientNamed('codex'), file, SERVER)
    const after = readFileSync(file, 'utf8')
    expect(after).toMatch(/# mine[\s\S]*# on/)
    expect(after).not.toContain('former')
    expect(parseToml(after)).toEqual({
      model: 'x',
      mcp_servers: {
        other: { command: 'y' },
        toolgate: { command: SERVER.command, args: SERVER.args, env: { TOOLGATE_KEY: SERVER.key } },
      },
    })
    writeFileSync(file, 'mcp_servers = { toolgate = { command = "z" } }\n')
    expect(() => writeSettings(clientNamed('codex'), file, SERVER)).toThrow(/by hand/)
  })

  it('cannot be read by others afterwards, nor can the copy', () => {
    const file = join(makeTempDir(), 'settings.json')
    writeFileSync(file, '{}', { mode: 0o644 })
    const backup = writeSettings(clientNamed('cursor'), file, SERVER)
    for (const one of [file, backup!]) expect(statSync(one).mode & 0o777).toBe(0o600)
  })

  it('are where each system has them', () => {
    const home = '/home/ada'
    const windows: Here = { platform: 'win32', home, env: { APPDATA: '/roaming' } }
    const linux: Here = { platform: 'linux', home, env: {} }
    const places = (name: string) => [windows, linux].map((here) => clientNamed(name).file(here))
    expect(places('zed')).toEqual(['/roaming/Zed/settings.json', '/home/ada/.config/zed/settings.json'])
    expect(places('goose')).toEqual([
      '/roaming/Block/goose/config/config.yaml',
      '/home/ada/.config/goose/config.yaml',
    ])
    expect(places('codex')).toEqual(Array(2).fill('/home/ada/.codex/config.toml'))
    expect(places('opencode')).toEqual(Array(2).fill('/home/ada/.config/opencode/opencode.json'))
  })
})

describe('toolgate mcp config --write', () => {
  const start = async () => {
    const dataDir = join(makeTempDir(), 'data')
    const gateway = await startGateway({ ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' })
    onTestFinished(() => gateway.close())
    const toolgate = (...args: string[]) =>
      toolgateHere([...args, '--data-dir', dataDir], { TOOLGATE_KEY: undefined })
    const working = async (): Promise<Json[]> => {
      const { keys }: Json = JSON.parse((await toolgate('keys', 'list', '--json')).stdout)
      return keys.filter(({ kind, status }: Json) => kind === 'team' && status === 'active')
    }
    return { toolgate, working }
  }

  // Catches: a key that goes on working in a file that nobody has any more.
  it('leaves one key for a file, with the scopes that were asked for', async () => {
    const { toolgate, working } = await start()
    const file = join(makeTempDir(), 'mcp.json')
    const write = (...more: string[]) =>
      toolgate('mcp', 'config', 'generic', '--write', '--file', file, ...more)
    expect((await write()).code).toBe(0)
    const [first] = await working()
    expect((await write('--slugs', 'text-diff', '--credit-limit', '50')).code).toBe(0)
    const [second, ...others] = await working()
    expect(others).toEqual([])
    expect(second.key_id).not.toBe(first.key_id)
    expect(second).toMatchObject({ slugs: ['text-diff'], credit_limit: 50 })
    const { env } = JSON.parse(readFileSync(file, 'utf8')).mcpServers.toolgate
    expect(env.TOOLGATE_KEY.endsWith(second.last4)).toBe(true)
  })

  it('leaves no key behind when the file cannot be written', async () => {
    const { toolgate, working } = await start()
    const file = join(makeTempDir(), 'settings.json')
    writeFileSync(file, '{"a": ')
    expect((await toolgate('mcp', 'config', 'cursor', '--write', '--file', file)).code).toBe(2)
    expect(await working()).toEqual([])
  })
})
