import { beforeEach, describe, expect, it } from 'vitest'
import { app, machine, resetElectron, seen } from '../../support/electron/electron.ts'
import { GATEWAY, startDesktop } from '../../support/electron/start-desktop.ts'

const KEYS = 'CmdOrCtrl+Shift+Space'

/** A desktop whose owner has chosen keys for the panel, and which has shown it once. */
async function withPanel() {
  const desktop = await startDesktop()
  desktop.tellShortcuts({ quick: 'Ctrl+Shift+Space' })
  seen.globalKeys.get(KEYS)!()
  return { desktop, large: seen.windows[0]!, panel: seen.windows[1]! }
}

beforeEach(resetElectron)

describe('the keys of the quick panel', () => {
  it('wait for the owner to choose them, and follow each choice', async () => {
    const desktop = await startDesktop()
    expect([...seen.globalKeys.keys()]).toEqual([])
    desktop.tellShortcuts({ quick: 'Ctrl+Shift+Space' })
    expect([...seen.globalKeys.keys()]).toEqual([KEYS])
    desktop.tellShortcuts({ quick: 'Ctrl+Alt+Q' })
    expect([...seen.globalKeys.keys()]).toEqual(['CmdOrCtrl+Alt+Q'])
    desktop.tellShortcuts({})
    expect([...seen.globalKeys.keys()]).toEqual([])
  })

  it.each(['Ctrl+S', 'Q', 'Alt+F'])('never take %s from other programs', async (keys) => {
    const desktop = await startDesktop()
    desktop.tellShortcuts({ quick: keys })
    expect([...seen.globalKeys.keys()]).toEqual([])
  })

  it('say so when another program has them', async () => {
    machine.takenKeys = KEYS
    const desktop = await startDesktop()
    desktop.tellShortcuts({ quick: 'Ctrl+Shift+Space' })
    expect(seen.notices.map(({ body }) => body)).toEqual([
      'Ctrl+Shift+Space is used by another program. Choose other keys for the quick panel.',
    ])
  })
})

describe('the window of the quick panel', () => {
  it('is made when it is first asked for, over all others, with no more rights than the large one', async () => {
    const desktop = await startDesktop()
    desktop.tellShortcuts({ quick: 'Ctrl+Shift+Space' })
    expect(seen.windows).toHaveLength(1)
    seen.globalKeys.get(KEYS)!()
    const [large, panel] = seen.windows
    expect(panel!.loaded).toBe(`${GATEWAY}/#/quick`)
    expect(panel!.options).toMatchObject({ frame: false, alwaysOnTop: true, skipTaskbar: true })
    expect(panel!.options.webPreferences).toEqual(large!.options.webPreferences)
  })

  it('is hidden by its keys, by its page and when something else gets the focus, and shown again at once', async () => {
    const { panel } = await withPanel()
    expect(panel.shown).toBe(true)
    seen.globalKeys.get(KEYS)!()
    expect(panel.shown).toBe(false)
    seen.globalKeys.get(KEYS)!()
    panel.emit('blur')
    expect(panel.shown).toBe(false)
    seen.globalKeys.get(KEYS)!()
    expect(panel.close()).toBe(false)
    expect(panel.shown).toBe(false)
    expect(seen.windows).toHaveLength(2)
  })

  it('gives a tool that it opens to the large window', async () => {
    const { large, panel } = await withPanel()
    panel.webContents.emit('did-navigate-in-page', {}, `${GATEWAY}/#/tools/crypto-jwt-verify?input=%7B%7D`)
    expect(large.loaded).toBe(`${GATEWAY}/#/tools/crypto-jwt-verify?input=%7B%7D`)
    expect(panel.loaded).toBe(`${GATEWAY}/#/quick`)
    expect(panel.shown).toBe(false)
  })

  it('does not keep the application running', async () => {
    const { large, panel } = await withPanel()
    large.close()
    expect(panel.closed).toBe(true)
    resetElectron()
    const again = await withPanel()
    app.quit()
    expect(again.panel.closed).toBe(true)
  })
})
