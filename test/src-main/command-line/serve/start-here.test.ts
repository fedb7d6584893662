import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasDisplay } from '../../../../src-main/command-line/terminal/open-file.ts'
import { readRuntimeFile } from '../../../../src-main/data-folder/runtime-file.ts'
import { HeadlessProcess, runToolgate } from '../../../support/gateway/headless-process.ts'
import { stubOpener } from '../../../support/gateway/stub-opener.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { openTerminal } from '../../../support/gateway/toolgate-terminal.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** An environment with a browser that notes which page it was given. */
function withBrowser(dataDir: string) {
  const { bin, noted } = stubOpener(0)
  const env = {
    TOOLGATE_HOME: dataDir,
    TOOLGATE_KEY: OWNER_KEY,
    DISPLAY: ':0',
    PATH: [bin, process.env.PATH].join(delimiter),
  }
  return { env, opened: () => existsSync(noted) && readFileSync(noted, 'utf8').trim().endsWith('.html') }
}

describe.skipIf(process.platform === 'win32')('toolgate alone on a terminal', () => {
  it('opens the page of the gateway that runs, says how to stop it, and ends', async () => {
    const dataDir = makeTempDir()
    const gateway = await HeadlessProcess.start(dataDir)
    onTestFinished(async () => void (await gateway.end('SIGTERM')))
    const { env, opened } = withBrowser(dataDir)
    const { output, ended } = openTerminal([], env)
    expect(await ended).toBe(0)
    expect(output()).toContain(`${gateway.url}/v1 already`)
    expect(output()).toContain(`ending process ${gateway.pid}`)
    expect(opened()).toBe(true)
  })

  it('prints its help where nobody is at the terminal', () => {
    const { stdout } = runToolgate([])
    expect(stdout).toContain('completion')
    expect(stdout).not.toContain('answers at')
  })
})

describe.skipIf(process.platform === 'win32')('toolgate serve --open', () => {
  it('opens the page once the gateway answers, and stops at Ctrl-C', async () => {
    const dataDir = makeTempDir()
    const { env, opened } = withBrowser(dataDir)
    const { terminal, output, ended } = openTerminal(['serve', '--port', '0', '--open'], env)
    await waitUntil(opened, 'the page is opened')
    await waitUntil(() => output().includes('Stop with Ctrl-C.'), 'it says how to stop')
    terminal.write('\u0003')
    expect(await ended).toBe(0)
  })
})

describe.skipIf(process.platform === 'win32')('toolgate page on a terminal', () => {
  it('opens the page, and with --no-open prints its address', async () => {
    const dataDir = makeTempDir()
    const gateway = await HeadlessProcess.start(dataDir)
    onTestFinished(async () => void (await gateway.end('SIGTERM')))
    const { env, opened } = withBrowser(dataDir)
    const printing = openTerminal(['page', '--no-open'], env)
    expect(await printing.ended).toBe(0)
    expect([printing.output().includes('/#t='), opened()]).toEqual([true, false])
    const opening = openTerminal(['page'], env)
    expect(await opening.ended).toBe(0)
    expect([opening.output().includes('/#t='), opened()]).toEqual([false, true])
  })
})

describe('toolgate call', () => {
  // Catches: a gateway that only its own command can start.
  it('starts a gateway where none runs, and says so', () => {
    const dataDir = makeTempDir()
    const env = { TOOLGATE_HOME: dataDir, TOOLGATE_OWNER_KEY: OWNER_KEY, TOOLGATE_KEY: OWNER_KEY }
    const args = ['call', 'crypto-hash-sha256', '--text', 'abc', '--json']
    const first = runToolgate(args, env)
    const runtime = readRuntimeFile(dataDir)
    onTestFinished(async () => {
      process.kill(runtime!.pid, 'SIGTERM')
      await waitUntil(() => !isRunning(runtime!.pid), 'the gateway has ended')
    })
    expect(first).toMatchObject({ code: 0 })
    expect(first.stderr).toContain(`Started a gateway at ${runtime!.url}`)
    expect(JSON.parse(first.stdout)).toMatchObject({ ok: true })
    expect(runToolgate(args, env)).toMatchObject({ code: 0, stderr: '' })
  })

  it('starts none in the place of one that was named', () => {
    const dataDir = makeTempDir()
    const env = { TOOLGATE_HOME: dataDir, TOOLGATE_URL: 'http://127.0.0.1:9' }
    expect(runToolgate(['call', 'crypto-hash-sha256', '--text', 'abc'], env).code).toBe(4)
    expect(readRuntimeFile(dataDir)).toBeNull()
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a display', () => {
  it.each([
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', {}, false],
    ['darwin', {}, true],
    ['win32', {}, true],
    // The browser would open on the other machine.
    ['darwin', { SSH_CONNECTION: '10.0.0.1 22' }, false],
  ] as const)('%s %j: %s', (platform, env, expected) => {
    expect(hasDisplay(env, platform)).toBe(expected)
  })
})
