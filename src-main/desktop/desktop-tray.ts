import { readFileSync } from 'node:fs'
import { switchEntries, type MenuActions, type MenuEntry, type MenuFacts } from './app-menu.ts'
import type { ElectronPort, TrayPort } from './electron-port.ts'
import { counted } from '../../src-shared/counted.ts'

/** The files hold two pixels for each point, so that they are sharp on dense screens. */
const ICON_SCALE = 2
const whole = new Intl.NumberFormat('en-GB')

/** A balance as the tray shows it, such as `12,480 credits`. */
export function balanceText(credits: number | null): string {
  if (credits === null) return 'Balance unknown'
  return counted(credits, 'credit')
}

/** The tray's menu, with the balance on top. */
function trayMenu(credits: number | null, facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  return [
    { label: balanceText(credits), enabled: false },
    { type: 'separator' },
    { label: 'Open Toolgate', click: actions.show },
    { label: 'Search Tools and Actions', click: () => actions.command('palette') },
    { label: 'Open in the Browser', click: actions.openInBrowser },
    { type: 'separator' },
    ...switchEntries(facts, actions),
    { type: 'separator' },
    { label: 'Quit', click: actions.quit },
  ]
}

/** The icon in the tray, or in the Mac's menu bar. Its menu is rebuilt when its content changes. */
export class DesktopTray {
  readonly #electron: ElectronPort
  readonly #facts: () => MenuFacts
  readonly #actions: MenuActions
  readonly #tray: TrayPort
  #credits: number | null = null

  /** @throws Error where the system shows no tray */
  constructor(electron: ElectronPort, iconFile: string, facts: () => MenuFacts, actions: MenuActions) {
    this.#electron = electron
    this.#facts = facts
    this.#actions = actions
    const image = electron.nativeImage.createFromBuffer(readFileSync(iconFile), { scaleFactor: ICON_SCALE })
    image.setTemplateImage(facts().platform === 'darwin')
    this.#tray = new electron.Tray(iconFile)
    this.#tray.setImage(image)
    // A Mac opens the menu on a click, and so do most desktops on Linux, without an event.
    if (facts().platform === 'win32') this.#tray.on('click', actions.show)
  }

  showBalance(credits: number): void {
    if (credits === this.#credits) return
    this.#credits = credits
    this.refresh()
  }

  /** Shows the current state. */
  refresh(): void {
    const text = balanceText(this.#credits)
    const { Menu } = this.#electron
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayMenu(this.#credits, this.#facts(), this.#actions)))
    this.#tray.setToolTip(`Toolgate: ${text}`)
    if (this.#facts().platform === 'darwin') {
      this.#tray.setTitle(this.#credits === null ? '' : whole.format(this.#credits))
    }
  }
}
