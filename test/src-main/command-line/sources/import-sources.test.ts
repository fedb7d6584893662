import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serversIn } from '../../../../src-main/extensions/other-clients/found-servers.ts'
import { clientNamed } from '../../../../src-main/command-line/mcp/mcp-config.ts'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { serverBody } from '../../../support/tools/source-desk.ts'

const local = { kind: 'mcp', command: 'npx', args: ['-y', 'notes@1.0.0'], values: { NOTES_KEY: 'k' } }
const remote = {
  kind: 'mcp-http',
  url: 'https://mcp.example.com/mcp',
  values: { Authorization: 'Bearer t' },
}
const SETTINGS: Readonly<Record<string, readonly [text: string, found: object]>> = {
  'claude-desktop': [
    '{"mcpServers":{"notes":{"command":"npx","args":["-y","notes@1.0.0"],"env":{"NOTES_KEY":"k"}},"toolgate":{"command":"x"}}}',
    local,
  ],
  cursor: [
    '{"mcpServers":{"notes":{"url":"https://mcp.example.com/mcp","headers":{"Authorization":"Bearer t"}}}}',
    remote,
  ],
  vscode: [
    '// mine\n{"servers":{"notes":{"type":"http","url":"https://mcp.example.com/mcp","headers":{"Authorization":"Bearer t"}},},}',
    remote,
  ],
  windsurf: [
    '{"mcpServers":{"notes":{"serverUrl":"https://mcp.example.com/mcp","headers":{"Authorization":"Bearer t"}},"off":{"command":"x","disabled":true}}}',
    remote,
  ],
  zed: [
    '{"context_servers":{"notes":{"command":{"path":"npx","args":["-y","notes@1.0.0"],"env":{"NOTES_KEY":"k"}}}}}',
    local,
  ],
  goose: [
    'extensions:\n  notes:\n    type: stdio\n    cmd: npx\n    args: ["-y", "notes@1.0.0"]\n    envs: {NOTES_KEY: k}\n  own:\n    type: builtin\n',
    local,
  ],
  'gemini-cli': [
    '{"mcpServers":{"notes":{"httpUrl":"https://mcp.example.com/mcp","headers":{"Authorization":"Bearer t"}}}}',
    remote,
  ],
  codex: [
    '[mcp_servers.notes]\ncommand = "npx"\nargs = ["-y", "notes@1.0.0"]\nenv = { NOTES_KEY = "k" }\n',
    local,
  ],
  opencode: [
    '{"mcp":{"notes":{"type":"local","command":["npx","-y","notes@1.0.0"],"environment":{"NOTES_KEY":"k"}}}}',
    local,
  ],
}

describe('servers in the settings of other programs', () => {
  it.each(Object.entries(SETTINGS))('are found in those of %s', (name, [text, found]) => {
    const client = clientNamed(name)
    expect(serversIn(client, text, 'file')).toEqual([{ client, file: 'file', name: 'notes', ...found }])
  })

  it('are told apart from settings that cannot be read', () => {
    for (const [name, text] of [
      ['cursor', '{"mcpServers":'],
      ['codex', '[mcp_servers'],
      ['goose', 'a: [1'],
    ] as const)
      expect(() => serversIn(clientNamed(name), text, 'the-file')).toThrow('the-file cannot be read as')
    expect(serversIn(clientNamed('cursor'), '', 'file')).toEqual([])
    expect(serversIn(clientNamed('cursor'), '{"mcpServers":[1]}', 'file')).toEqual([])
  })

  // Catches: a token of another program that is printed, or stored in the clear.
  it('are shown, agreed to and added with their secrets, and their settings stay as they are', async () => {
    const [home, dataDir] = [makeTempDir(), makeTempDir()]
    const file = join(home, '.cursor', 'mcp.json')
    mkdirSync(dirname(file))
    const { command, args } = serverBody({ vice: 'talks' })
    const settings = JSON.stringify({
      mcpServers: { 'My Notes': { command, args, env: { CANARY_KEY: 'canary-9' } } },
    })
    writeFileSync(file, settings)
    const gateway = await HeadlessProcess.start(dataDir)
    onTestFinished(async () => void (await gateway.end('SIGTERM')))
    const run = (...words: string[]) =>
      toolgateHere(['sources', ...words, '--url', gateway.url], {
        ...{ HOME: home, XDG_CONFIG_HOME: join(home, '.config'), CODEX_HOME: home, APPDATA: home },
        TOOLGATE_KEY: OWNER_KEY,
      })
    const listed = await run('import', '--list')
    expect(listed.stdout).toContain('Cursor: My Notes, as my-notes')
    expect((await run('list')).stdout).toContain('There is no source')
    const added = await run('import', 'cursor', '--yes')
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('my-notes is added') })
    expect(added.stderr).toContain('CANARY_KEY')
    expect(added.stderr).toContain(
      "toolgate mcp config cursor --write --source my-notes --without 'My Notes'",
    )
    const shown = await run('show', 'my-notes')
    expect(shown.stdout).toContain('CANARY_KEY (')
    for (const { stdout, stderr } of [listed, added, shown])
      expect(stdout + stderr).not.toContain('canary-9')
    expect((await run('import', '--json')).stdout).toContain('"my-notes-2"')
    expect(readFileSync(file, 'utf8')).toBe(settings)
  })
})
