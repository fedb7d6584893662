import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceText } from '../../../src-main/desktop/desktop-tray.ts'
import { app, machine, resetElectron, seen } from '../../support/electron/electron.ts'
import { GATEWAY, menuEntry, settled, startDesktop } from '../../support/electron/start-desktop.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const KEEP_RUNNING = 'Keep running when the window is closed'
const AT_LOGIN = 'Start at login'
const UPDATES = 'Look for updates'

const storedIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8'))

beforeEach(resetElectron)
afterEach(() => vi.useRealTimers())

describe('the tray', () => {
  it('shows the balance as it changes', async () => {
    const desktop = await startDesktop()
    desktop.tellBalance(12480)
    expect(seen.trays[0]!.menu[0]).toEqual({ label: '12,480 credits', enabled: false })
    desktop.tellBalance(1)
    expect(seen.trays[0]).toMatchObject({ toolTip: 'Toolgate: 1 credit', title: '' })
    expect(balanceText(null)).toBe('Balance unknown')
  })

  it('shows a balance that came before the tray did, beside the icon on a Mac', async () => {
    await startDesktop({
      machine: { platform: 'darwin' },
      startGateway: async () => ({
        url: GATEWAY,
        restored: null,
        ownerSession: () => ({ name: 'toolgate_session', value: 'abc' }),
        pageFile: () => ({ url: GATEWAY, file: null }),
        watchBalance: (listener) => listener(7000),
        watchShortcuts: (listener) => listener({ palette: 'Ctrl+P' }),
        close: async () => undefined,
      }),
    })
    expect(seen.trays[0]!.title).toBe('7,000')
  })

  it('opens the window with the palette', async () => {
    await startDesktop({ machine: { argv: ['--hidden'] } })
    menuEntry('Search Tools and Actions', seen.trays[0]!.menu).click!()
    expect(seen.windows[0]!.loaded).toBe(`${GATEWAY}/#/?palette`)
    menuEntry('Search Tools and Actions', seen.trays[0]!.menu).click!()
    expect(seen.windows[0]!.webContents.sent).toEqual([['toolgate:menu', 'palette']])
  })

  it('is optional where the system has none', async () => {
    machine.hasTray = false
    const desktop = await startDesktop()
    expect(seen.windows).toHaveLength(1)
    expect(desktop.bugs).toHaveLength(1)
    expect(menuEntry(KEEP_RUNNING)).toMatchObject({ enabled: false, checked: false })
  })
})

describe('closing the window', () => {
  it('ends Toolgate, except on a Mac', async () => {
    await startDesktop()
    seen.windows[0]!.close()
    app.emit('window-all-closed')
    expect(seen.quits).toBe(1)
    resetElectron()
    await startDesktop({ machine: { platform: 'darwin' } })
    seen.windows[0]!.close()
    app.emit('window-all-closed')
    expect(seen.quits).toBe(0)
  })

  it('hides it in the tray if the owner chose so, remembers the choice, and leaves quitting as it was', async () => {
    const { dataDir } = await startDesktop()
    expect(menuEntry(KEEP_RUNNING).checked).toBe(false)
    menuEntry(KEEP_RUNNING).click!()
    resetElectron()
    const desktop = await startDesktop({ dataDir })
    const window = seen.windows[0]!
    expect(menuEntry(KEEP_RUNNING).checked).toBe(true)
    expect(window.close()).toBe(false)
    expect(window.shown).toBe(false)
    menuEntry('Open Toolgate', seen.trays[0]!.menu).click!()
    expect(window.shown).toBe(true)
    menuEntry('Quit', seen.trays[0]!.menu).click!()
    await settled()
    expect(window.closed).toBe(true)
    expect(desktop.closed).toBe(1)
  })
})

describe('the place of the window', () => {
  it('is restored, maximised or not', async () => {
    const { dataDir } = await startDesktop()
    const window = seen.windows[0]!
    window.bounds = { x: 50, y: 60, width: 900, height: 700 }
    window.maximised = true
    window.close()
    resetElectron()
    await startDesktop({ dataDir })
    expect(seen.windows[0]!.options).toMatchObject({ x: 50, y: 60, width: 900, height: 700 })
    expect(seen.windows[0]!.maximised).toBe(true)
  })

  it('is saved once the window rests, so that it survives an end without warning', async () => {
    vi.useFakeTimers()
    const { dataDir } = await startDesktop()
    for (const x of [10, 20, 30]) seen.windows[0]!.moveTo({ x, y: 0, width: 800, height: 600 })
    expect(existsSync(join(dataDir, 'desktop.json'))).toBe(false)
    vi.advanceTimersByTime(600)
    expect(storedIn(dataDir).window).toEqual({ x: 30, y: 0, width: 800, height: 600, maximised: false })
  })

  it.each([
    'not json',
    '[]',
    '{"window": {"x": "left"}, "close_to_tray": "yes", "update_feed": "file:///x"}',
  ])('is forgotten when the file is damaged, and all options are off: %s', async (content) => {
    const dataDir = makeTempDir()
    writeFileSync(join(dataDir, 'desktop.json'), content)
    await startDesktop({ dataDir })
    expect(seen.windows[0]!.options).not.toHaveProperty('x')
    expect(menuEntry(KEEP_RUNNING).checked).toBe(false)
    expect(menuEntry(UPDATES).enabled).toBe(false)
  })
})

describe('starting at login', () => {
  it('is set in the system on a Mac and on Windows, and can be undone', async () => {
    await startDesktop({ machine: { platform: 'win32' } })
    menuEntry(AT_LOGIN).click!()
    menuEntry(AT_LOGIN).click!()
    expect(seen.logins).toEqual([
      { openAtLogin: true, args: ['--hidden'] },
      { openAtLogin: false, args: ['--hidden'] },
    ])
  })

  it('is an entry of the desktop on Linux, for the AppImage that runs', async () => {
    const home = makeTempDir()
    const env = { XDG_CONFIG_HOME: home, APPIMAGE: '/home/ada/My Apps/100%/Toolgate.AppImage' }
    await startDesktop({ machine: { env } })
    menuEntry(AT_LOGIN).click!()
    const file = join(home, 'autostart', 'toolgate.desktop')
    expect(readFileSync(file, 'utf8')).toContain(
      'Exec="/home/ada/My Apps/100%%/Toolgate.AppImage" --hidden\n',
    )
    expect(menuEntry(AT_LOGIN).checked).toBe(true)
    menuEntry(AT_LOGIN).click!()
    expect(existsSync(file)).toBe(false)
  })

  it('stays off, and says so, where the entry cannot be written', async () => {
    const home = makeTempDir()
    writeFileSync(join(home, 'autostart'), 'a file where the folder should be')
    await startDesktop({ machine: { env: { XDG_CONFIG_HOME: home } } })
    menuEntry(AT_LOGIN).click!()
    expect(seen.errors).toHaveLength(1)
    expect(menuEntry(AT_LOGIN).checked).toBe(false)
  })

  it('is not offered in a checkout', async () => {
    machine.isPackaged = false
    await startDesktop()
    expect(menuEntry(AT_LOGIN).enabled).toBe(false)
  })
})
