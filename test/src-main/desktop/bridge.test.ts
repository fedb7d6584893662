import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { safeFileName } from '../../../src-main/desktop/bridge-policy.ts'
import '../../../src-main/desktop/preload.ts'
import {
  BRIDGE_CALLS,
  channelOf,
  MAX_CLIPBOARD_CHARS,
  MAX_FILE_BYTES,
  MAX_FILE_NAME_CHARS,
  MAX_NOTICE_CHARS,
  type BridgeCall,
  type DesktopBridge,
} from '../../../src-shared/desktop-bridge.ts'
import { ipcRenderer, machine, nativeTheme, resetElectron, seen } from '../../support/electron/electron.ts'
import { GATEWAY, settled, startDesktop } from '../../support/electron/start-desktop.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

// What the preload script has given to the page.
const bridge = seen.exposed.get('toolgate') as DesktopBridge
const OWN_FRAME = { senderFrame: { url: `${GATEWAY}/#/tools`, parent: null } }

/** Sends what the page could send if somebody else's code ran in it. */
async function send(call: BridgeCall, values: unknown[], event: object = OWN_FRAME): Promise<unknown> {
  const answer = seen.answers.get(channelOf(call))!
  return await answer(event as typeof OWN_FRAME, ...values)
}

beforeEach(resetElectron)

describe('what the page is given', () => {
  it('is at most seven functions and the name of the system, and nothing of Node', () => {
    const functions = Object.entries(bridge).filter(([, value]) => typeof value === 'function')
    expect(functions.map(([name]) => name).sort()).toEqual([...BRIDGE_CALLS, 'onMenu'].sort())
    expect(functions.length).toBeLessThanOrEqual(7)
    expect(Object.keys(bridge)).toHaveLength(functions.length + 1)
    expect(bridge.platform).toBe(process.platform)
  })

  it('is all that the main process listens to', async () => {
    await startDesktop()
    expect([...seen.answers.keys()].sort()).toEqual(BRIDGE_CALLS.map(channelOf).sort())
  })
})

describe('a call of the page', () => {
  it('reads no more of the clipboard than it was asked for', async () => {
    await startDesktop()
    machine.clipboard = 'x'.repeat(100)
    expect(await bridge.readClipboard(10)).toBe('x'.repeat(10))
  })

  it('opens only the file that the user chooses, and none when they choose none', async () => {
    await startDesktop()
    const path = join(makeTempDir(), 'rows.csv')
    writeFileSync(path, 'a,b\n')
    expect(await bridge.openFile([])).toBeNull()
    machine.chosen = path
    const file = await bridge.openFile([{ name: 'Tables', extensions: ['csv'] }])
    expect(file).toEqual({ name: 'rows.csv', bytes: new TextEncoder().encode('a,b\n') })
  })

  it('refuses a file that the page could not hold', async () => {
    await startDesktop()
    machine.chosen = join(makeTempDir(), 'large.bin')
    writeFileSync(machine.chosen, Buffer.alloc(MAX_FILE_BYTES + 1))
    await expect(bridge.openFile([])).rejects.toThrow('at most 32 MiB')
  })

  it('saves where the user says, and suggests only a plain file name', async () => {
    await startDesktop()
    const bytes = new Uint8Array([1, 2, 3])
    expect(await bridge.saveFile('../../.bashrc', bytes)).toBe(false)
    machine.chosen = join(makeTempDir(), 'saved.bin')
    expect(await bridge.saveFile('out.bin', bytes)).toBe(true)
    expect(seen.saved).toEqual(['.bashrc', 'out.bin'])
    expect([...readFileSync(machine.chosen)]).toEqual([1, 2, 3])
  })

  it('notifies someone who is looking elsewhere, and nobody twice in a second', async () => {
    await startDesktop()
    await bridge.notify('50 rows are done.')
    expect(seen.notices).toHaveLength(0)
    seen.windows[0]!.attended = false
    await bridge.notify('50 rows are done.')
    await bridge.notify('And another thing.')
    expect(seen.notices.map((notice) => notice.body)).toEqual(['50 rows are done.'])
    seen.notices[0]!.emit('click')
    expect(seen.windows[0]!.focused).toBe(1)
  })

  it('draws the frame as dark as the page', async () => {
    await startDesktop()
    await bridge.setTitleBar('dark')
    expect(nativeTheme.themeSource).toBe('dark')
  })

  it('restarts the gateway, signs in to it and loads the page again', async () => {
    const desktop = await startDesktop()
    await Promise.all([bridge.restartGateway(), bridge.restartGateway()])
    expect(desktop).toMatchObject({ started: 2, closed: 1 })
    expect(seen.cookies.map((cookie) => cookie.value)).toEqual(['session 1', 'session 2'])
    expect(seen.windows[0]!.webContents.reloads).toBeGreaterThan(0)
  })

  it('says why the gateway could not be restarted, and can try again', async () => {
    const desktop = await startDesktop()
    desktop.failure = new Error('Port 4777 is in use.')
    await expect(bridge.restartGateway()).rejects.toThrow('in use')
    expect(seen.errors).toEqual(['The gateway could not be started again: Port 4777 is in use.'])
    desktop.failure = null
    await bridge.restartGateway()
    expect(desktop.started).toBe(2)
  })
})

describe('a menu command', () => {
  it('reaches the page without the means to send anything, until it stops listening', () => {
    const heard: unknown[][] = []
    const stop = bridge.onMenu((...values) => heard.push(values))
    ipcRenderer.emit(channelOf('menu'), { sender: ipcRenderer }, 'palette')
    stop()
    ipcRenderer.emit(channelOf('menu'), { sender: ipcRenderer }, 'theme')
    expect(heard).toEqual([['palette']])
  })
})

describe('a message from elsewhere', () => {
  it.each([
    ['another site', { senderFrame: { url: 'https://example.com/', parent: null } }],
    ['another port', { senderFrame: { url: 'http://127.0.0.1:4778/', parent: null } }],
    ['a name that begins alike', { senderFrame: { url: `${GATEWAY}.example.com/`, parent: null } }],
    ['a frame within the page', { senderFrame: { url: `${GATEWAY}/`, parent: {} } }],
    ['a blob of the page', { senderFrame: { url: `blob:${GATEWAY}/1`, parent: null } }],
    ['a frame that has gone', { senderFrame: null }],
  ])('is refused: %s', async (_name, event) => {
    const desktop = await startDesktop()
    machine.clipboard = 'secret'
    await expect(send('readClipboard', [10], event)).rejects.toThrow("Toolgate's own page")
    await expect(send('restartGateway', [], event)).rejects.toThrow("Toolgate's own page")
    await settled()
    expect(desktop.started).toBe(1)
  })
})

describe('values that a call does not accept', () => {
  const tooLarge = new Uint8Array(MAX_FILE_BYTES + 1)
  const kinds = (extension: string) => [[{ name: 'Files', extensions: [extension] }]]

  it.each<[BridgeCall, unknown[]]>([
    ['readClipboard', []],
    ['readClipboard', [0]],
    ['readClipboard', [MAX_CLIPBOARD_CHARS + 1]],
    ['readClipboard', ['10']],
    ['readClipboard', [10, 'more']],
    ['openFile', ['/etc/passwd']],
    ['openFile', kinds('*/../passwd')],
    ['openFile', [[{ name: 'Files', extensions: ['csv'], path: '/etc' }]]],
    ['openFile', [Array.from({ length: 11 }, () => ({ name: 'Files', extensions: ['csv'] }))]],
    ['saveFile', ['', new Uint8Array()]],
    ['saveFile', ['x'.repeat(MAX_FILE_NAME_CHARS + 1), new Uint8Array()]],
    ['saveFile', ['a.txt', 'text']],
    ['saveFile', ['a.bin', tooLarge]],
    ['notify', ['']],
    ['notify', ['x'.repeat(MAX_NOTICE_CHARS + 1)]],
    ['notify', [{ title: 'x' }]],
    ['setTitleBar', ['pink']],
    ['restartGateway', ['now']],
  ])('are refused: %s %#', async (call, values) => {
    const desktop = await startDesktop()
    await expect(send(call, values)).rejects.toThrow(`${call} was called with values`)
    expect(desktop).toMatchObject({ started: 1, closed: 0 })
    expect(seen.saved).toEqual([])
  })
})

describe('the name that is suggested for a file', () => {
  it.each([
    ['report.csv', 'report.csv'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\run.bat', 'run.bat'],
    ['a:b?.txt', 'a_b_.txt'],
    ['line\nend', 'line_end'],
    ['..', 'toolgate'],
    ['a/', 'a'],
    ['///', 'toolgate'],
  ])('%j is %s', (asked, given) => {
    expect(safeFileName(asked)).toBe(given)
  })
})
