import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { MCP_CLIENTS } from '../../../../src-main/command-line/mcp/mcp-clients.ts'
import { clientNamed, snippetFor, writeConfig } from '../../../../src-main/command-line/mcp/mcp-config.ts'
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
      expect(writeConfig(client, file, SERVER)).toBeNull()
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
    const backup = writeConfig(clientNamed('zed'), file, SERVER)
    const after = readFileSync(file, 'utf8')
    expect(readFileSync(backup!, 'utf8')).toBe(before)
    expect(after).toContain('// my theme')
    expect(after).toMatch(/"other": \{\s+"command": "x"/)
    expect(after).toContain('"TOOLGATE_KEY": "sk-toolgate-x"')
    expect(writeConfig(clientNamed('zed'), file, SERVER)).not.toBe(backup)
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  it('keep their comments in YAML too', () => {
    const file = join(makeTempDir(), 'config.yaml')
    writeFileSync(file, '# mine\nGOOSE_MODEL: x\nextensions:\n  developer:\n    enabled: true # on\n')
    writeConfig(clientNamed('goose'), file, SERVER)
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
    expect(() => writeConfig(clientNamed('cursor'), file, SERVER)).toThrow(/not a JSON object/)
    expect(readFileSync(file, 'utf8')).toBe('{"a": ')
  })
})
