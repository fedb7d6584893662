import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuEntry } from '../../../src-main/desktop/app-menu.ts'
import { balanceText } from '../../../src-main/desktop/desktop-tray.ts'
import { placeOfCommand } from '../../../src-main/desktop/page-window.ts'
import { MENU_COMMANDS, MENU_PLACES } from '../../../src-shared/desktop-bridge.ts'
import { app, machine, resetElectron, seen } from '../../support/electron/electron.ts'
import { GATEWAY, menuEntry, settled, startDesktop } from '../../support/electron/start-desktop.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const KEEP_RUNNING = 'Keep running when the window is closed'
const AT_LOGIN = 'Start at login'
const UPDATES = 'Look for updates'

const storedIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8'))
const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])])

beforeEach(resetElectron)
afterEach(() => vi.useRealTimers())

describe('the menu', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'offers every command, and gives no key to two of them, on %s',
    async (platform) => {
      await startDesktop({ machine: { platform } })
      const { webContents } = seen.windows[0]!
      for (const entry of flat(seen.menu)) {
        if (entry.type !== 'checkbox' && entry.label !== 'Restart the Gateway') entry.click?.()
      }
      const sent = webContents.sent.map(([channel, command]) => [channel, command])
      expect(new Set(sent.map(([, command]) => command))).toEqual(new Set(MENU_COMMANDS))
      expect(new Set(sent.map(([channel]) => channel))).toEqual(new Set(['toolgate:menu']))
      const keys = flat(seen.menu).flatMap((entry) => entry.accelerator ?? [])
      expect(new Set(keys).size).toBe(keys.length)
    },
  )

  it('goes to each place by its number', async () => {
    await startDesktop()
    const places = menuEntry('Go').submenu!
    expect(places.map((place) => place.accelerator)).toEqual(
      MENU_PLACES.map((_place, index) => `CmdOrCtrl+${index + 1}`),
    )
  })

  it('shows the keys that the owner chose, and no key that a menu cannot show', async () => {
    const { tellShortcuts } = await startDesktop()
    const keysOf = (label: string) =>
      flat(seen.menu).find((entry) => entry.label === label)?.accelerator ?? null
    tellShortcuts({
      palette: 'Ctrl+Alt+ArrowUp',
      theme: '',
      'place.batch': 'Ctrl++',
      'copy-address': 'Ctrl+ß',
      help: '?',
    })
    expect(['Search Tools and Actions', 'Change the Theme', 'Batch'].map(keysOf)).toEqual([
      'CmdOrCtrl+Alt+Up',
      null,
      'CmdOrCtrl+Plus',
    ])
    expect(['Copy the Address of the Gateway', 'Keyboard Shortcuts'].map(keysOf)).toEqual([null, null])
    tellShortcuts({})
    expect(keysOf('Search Tools and Actions')).toBe('CmdOrCtrl+K')
  })

  it('opens a closed window again, at the place of the command', async () => {
    await startDesktop({ machine: { platform: 'darwin' } })
    seen.windows[0]!.close()
    menuEntry('Batch').click!()
    expect(seen.windows[1]!.loaded).toBe(`${GATEWAY}/#/batch`)
    expect(MENU_COMMANDS.map(placeOfCommand).filter((place) => !/^(#\/[a-z?]+)?$/.test(place))).toEqual([])
  })

  it("opens the page in the user's browser by a private file, and shows the data", async () => {
    const { dataDir } = await startDesktop()
    menuEntry('Open in the Browser').click!()
    menuEntry('Show the Data Folder').click!()
    await settled()
    expect(seen.opened).toEqual([join(dataDir, 'open', 'page.html'), dataDir])
    expect(seen.errors).toEqual([])
  })

  it('says at the start that a restore has suspended keys', async () => {
    await startDesktop({ restored: 'The database is older than its signed head.' })
    expect(seen.errors).toEqual([expect.stringContaining('older than its signed head')])
    expect(seen.windows).toHaveLength(1)
  })

  it('shows the address of the page where the system opens no files', async () => {
    await startDesktop()
    machine.cannotOpen = 'No application knows this file'
    menuEntry('Open in the Browser').click!()
    await settled()
    expect(seen.errors).toEqual([expect.stringContaining(`it signs you in once: ${GATEWAY}/#t=once`)])
  })
})

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

describe('updates', () => {
  const DAY = 24 * 60 * 60 * 1_000
  const FEED = 'https://updates.example.com/toolgate'

  async function startWithFeed(platform: NodeJS.Platform, on = true) {
    vi.useFakeTimers()
    const dataDir = makeTempDir()
    const settings = { update_feed: FEED, look_for_updates: on }
    writeFileSync(join(dataDir, 'desktop.json'), JSON.stringify(settings))
    const desktop = await startDesktop({ dataDir, machine: { platform } })
    desktop.updater.found = { isUpdateAvailable: true, updateInfo: { version: '9.9.9' } }
    return desktop
  }

  it('are not looked for, nor the library loaded, unless a feed is named and switched on', async () => {
    vi.useFakeTimers()
    const bare = await startDesktop()
    expect(menuEntry(UPDATES).enabled).toBe(false)
    const off = await startWithFeed('darwin', false)
    expect(menuEntry(UPDATES)).toMatchObject({ enabled: true, checked: false })
    machine.isPackaged = false
    const checkout = await startWithFeed('darwin')
    await vi.advanceTimersByTimeAsync(DAY)
    expect([bare, off, checkout].map((desktop) => desktop.updatersLoaded)).toEqual([0, 0, 0])
  })

  it('are announced once, downloaded when the owner says so, and never installed by a restart', async () => {
    const { updater } = await startWithFeed('darwin')
    await vi.advanceTimersByTimeAsync(3 * DAY)
    expect(updater).toMatchObject({ autoDownload: false, downloads: 0, logger: null })
    expect(updater.feed).toEqual({ provider: 'generic', url: FEED })
    expect(updater.looks).toBeGreaterThan(1)
    expect(seen.notices).toHaveLength(1)
    seen.notices[0]!.emit('click')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(updater.downloads).toBe(1)
    expect(seen.quits).toBe(0)
  })

  it('are only announced where the system checks no signature', async () => {
    const { updater } = await startWithFeed('linux')
    await vi.advanceTimersByTimeAsync(DAY)
    seen.notices[0]!.emit('click')
    expect(updater).toMatchObject({ downloads: 0, autoInstallOnAppQuit: false })
    expect(seen.windows[0]!.focused).toBe(1)
  })

  it('stop at once when they are switched off', async () => {
    const { updater } = await startWithFeed('darwin')
    menuEntry(UPDATES).click!()
    await vi.advanceTimersByTimeAsync(3 * DAY)
    expect(updater.looks).toBe(0)
  })

  it('leave Toolgate as it was when the check fails', async () => {
    const desktop = await startWithFeed('darwin')
    desktop.updater.checkForUpdates = () => Promise.reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(DAY / 2)
    expect(desktop.bugs).toEqual([new Error('offline')])
  })
})
