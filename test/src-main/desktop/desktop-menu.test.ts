import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MenuEntry } from '../../../src-main/desktop/app-menu.ts'
import { placeOfCommand } from '../../../src-main/desktop/page-window.ts'
import { MENU_COMMANDS, MENU_PLACES } from '../../../src-shared/desktop-bridge.ts'
import { machine, resetElectron, seen } from '../../support/electron/electron.ts'
import { GATEWAY, menuEntry, settled, startDesktop } from '../../support/electron/start-desktop.ts'

const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])])

beforeEach(resetElectron)

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

  it("opens the manual of the gateway in the user's browser", async () => {
    await startDesktop()
    menuEntry('Manual').click!()
    await settled()
    expect(seen.opened).toEqual([`${GATEWAY}/docs/`])
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
