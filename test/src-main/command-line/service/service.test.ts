import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findOwnGateway } from '../../../../src-main/command-line/client/find-gateway.ts'
import {
  installService,
  planOf,
  removeService,
} from '../../../../src-main/command-line/service/install-service.ts'
import { shownCommand, type Machine } from '../../../../src-main/command-line/service/machine.ts'
import { serviceSystemOf } from '../../../../src-main/command-line/service/system-of.ts'
import { startGateway } from '../../../../src-main/instance/start-gateway.ts'
import { TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

/** Does what systemctl does with a unit, as far as a start and a stop go. */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> "$STATE/asked"
case "$*" in
  "--user restart toolgate.service")
    line=$(sed -n 's/^ExecStart=//p' "$XDG_CONFIG_HOME/systemd/user/toolgate.service")
    eval "exec $line" </dev/null >/dev/null 2>&1 &
    echo $! > "$STATE/pid" ;;
  "--user disable --now toolgate.service")
    kill "$(cat "$STATE/pid")" ;;
esac
`
const BROKEN = '#!/bin/sh\necho "Failed to connect to bus" >&2\nexit 1\n'

let folder: string
let env: NodeJS.ProcessEnv
let unit: string
let dataDir: string
const toolgate = (...args: string[]) => toolgateHere(['service', ...args], env)
const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')

beforeEach(() => {
  folder = makeTempDir()
  for (const name of ['bin', 'temp']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'bin/systemctl'), SYSTEMCTL, { mode: 0o700 })
  dataDir = join(folder, 'my data')
  unit = join(folder, 'config/systemd/user/toolgate.service')
  env = {
    STATE: folder,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    TOOLGATE_HOME: dataDir,
    TOOLGATE_URL: undefined,
    TMPDIR: join(folder, 'temp'),
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  }
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
})
afterEach(() => void vi.restoreAllMocks())

describe.skipIf(process.platform !== 'linux')('toolgate service', () => {
  it('installs a gateway that answers, says so, and takes it away but for its data', async () => {
    const installed = await toolgate('install', '--port', '0', '--json')
    const { url, file } = JSON.parse(installed.stdout)
    expect([installed.code, file]).toEqual([0, unit])
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
    expect(asked()).toEqual(
      ['daemon-reload', 'enable toolgate.service', 'restart toolgate.service'].map(
        (words) => `--user ${words}`,
      ),
    )

    const status = await toolgate('status', '--json')
    expect([status.code, JSON.parse(status.stdout)]).toEqual([
      0,
      expect.objectContaining({ installed: true, file: unit, missing: null, data_dir: dataDir, url }),
    ])
    expect((await toolgateHere(['doctor'], env)).stdout).toMatch(new RegExp(`ok +service +${unit}`))

    const removed = await toolgate('remove')
    expect(removed.stdout).toContain(`The data stays in ${dataDir}`)
    expect(existsSync(unit)).toBe(false)
    expect(existsSync(join(dataDir, 'toolgate.db'))).toBe(true)
    expect((await toolgate('status')).code).toBe(8)
    expect(JSON.parse((await toolgate('remove', '--json')).stdout)).toEqual({ removed: false, file: null })
    await expect.poll(() => findOwnGateway(dataDir)).toBeNull()
  })

  it('shows with --dry-run what it would write and run, and does neither', async () => {
    const { code, stdout } = await toolgate('install', '--dry-run', '--data-dir', dataDir)
    expect(code).toBe(0)
    for (const words of [
      unit,
      `"--data-dir" "${dataDir}"`,
      '[Install]',
      'systemctl --user restart toolgate.service',
    ])
      expect(stdout).toContain(words)
    const plan = JSON.parse((await toolgate('install', '--dry-run', '--json')).stdout)
    expect(plan).toMatchObject({
      installed: false,
      file: unit,
      commands: expect.arrayContaining(['systemctl --user daemon-reload']),
    })
    expect([existsSync(unit), existsSync(join(folder, 'asked'))]).toEqual([false, false])
  })

  it('leaves no file behind when the system refuses it', async () => {
    writeFileSync(join(folder, 'bin/systemctl'), BROKEN)
    const { code, stderr } = await toolgate('install')
    expect(code).toBe(1)
    expect(stderr).toContain('systemctl --user daemon-reload failed: Failed to connect to bus')
    expect(existsSync(unit)).toBe(false)
  })

  it('is refused to root, and where another gateway holds the data', async () => {
    const gateway = await startGateway({ ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' })
    expect((await toolgate('install')).stderr).toContain(`already runs on ${dataDir}, at ${gateway.url}`)
    await gateway.close()
    vi.mocked(process.getuid!).mockReturnValue(0)
    for (const name of ['install', 'remove']) {
      const { code, stderr } = await toolgate(name)
      expect([code, stderr]).toEqual([1, expect.stringContaining('never to root')])
    }
    expect(existsSync(unit)).toBe(false)
  })

  it('is found broken by status and doctor when its program is gone', async () => {
    mkdirSync(join(folder, 'config/systemd/user'), { recursive: true })
    const gone = join(folder, 'node')
    const { stdout } = await toolgate('install', '--dry-run', '--json')
    const { text } = JSON.parse(stdout) as { text: string }
    const escaped = JSON.stringify(gone).replaceAll('-', '\\u002d')
    writeFileSync(
      unit,
      text.replace(/"node":"[^"]*"/, () => `"node":${escaped}`),
    )
    expect((await toolgate('status')).stdout).toContain(`Missing  ${gone}`)
    expect((await toolgateHere(['doctor', '--json'], env)).stdout).toContain(
      `starts ${gone}, which is gone`,
    )
    writeFileSync(unit, '[Service]\nExecStart=/bin/true\n')
    expect(await toolgate('status')).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('did not write'),
    })
  })

  it('names its parts and options in its help', async () => {
    const help = (await toolgate('--help')).stdout
    for (const word of ['install', 'remove', 'status', 'toolgate service install --dry-run'])
      expect(help).toContain(word)
    expect((await toolgate('install', '--help')).stdout).toMatch(/--port.*\n(.*\n)*.*--dry-run/)
    expect(await toolgate('install', '--port', 'x')).toMatchObject({ code: 2 })
  })
})

describe.each(['darwin', 'win32'] as const)('the service of %s', (platform) => {
  const machine = (ran: string[], fails = /nothing/): Machine => ({
    platform,
    uid: 501,
    user: 'ada',
    home: folder,
    temp: join(folder, 'temp'),
    env: { APPDATA: folder },
    run: (command) => {
      ran.push(shownCommand(command))
      return fails.test(ran.at(-1)!) ? 'Access is denied.' : null
    },
  })
  const setup = () => ({ node: process.execPath, entry: '/opt/headless.js', dataDir, port: null })

  it('is made known and started with the file that was written, and taken away with it', async () => {
    const ran: string[] = []
    const here = machine(ran)
    const system = serviceSystemOf(here)
    const plan = planOf(setup(), system, here)
    // A gateway that answers as soon as it is started; the second installation finds the first.
    const gateway = await startGateway({ ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' })
    mkdirSync(join(plan.file, '..'), { recursive: true })
    writeFileSync(plan.file, '')
    expect(await installService(setup(), system, here)).toBe(gateway.url)
    await gateway.close()
    expect(ran).toEqual(plan.commands)
    expect(ran.some((line) => line.includes(plan.file))).toBe(true)
    expect(readFileSync(plan.file, system.encoding).replace(/^\uFEFF/, '')).toBe(plan.text)
    for (const path of system.leaves(here)) {
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, '')
    }
    ran.length = 0
    expect(removeService(system, here)).toBe(plan.file)
    expect(ran.at(-1)).toMatch(
      platform === 'darwin' ? /^launchctl bootout gui\/501\// : /^schtasks \/delete \/f \/tn Toolgate-ada$/,
    )
    expect([plan.file, ...system.leaves(here)].filter((path) => existsSync(path))).toEqual([])
  })

  it('leaves the file as it was when the system refuses it', async () => {
    const here = machine([], /bootstrap|\/create/)
    const system = serviceSystemOf(here)
    await expect(installService(setup(), system, here)).rejects.toThrow('Access is denied.')
    expect(existsSync(system.file(here))).toBe(false)
    mkdirSync(join(system.file(here), '..'), { recursive: true })
    writeFileSync(system.file(here), 'as it was')
    await expect(installService(setup(), system, here)).rejects.toThrow('Access is denied.')
    expect(readFileSync(system.file(here), 'utf8')).toBe('as it was')
  })
})
