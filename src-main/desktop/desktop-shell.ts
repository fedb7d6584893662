import { openInBrowser } from './open-in-browser.ts'
import { appMenu, type MenuActions, type MenuFacts } from './app-menu.ts'
import type { DesktopDependencies } from './desktop-dependencies.ts'
import { placeOfDeepLink } from './deep-link.ts'
import { SettingsFile, type DesktopSwitch } from './desktop-settings.ts'
import { DesktopTray } from './desktop-tray.ts'
import type { ElectronPort } from './electron-port.ts'
import type { GatewayKeeper } from './gateway-keeper.ts'
import { Notices } from './notices.ts'
import { PageWindow } from './page-window.ts'
import { QuickWindow } from './quick-window.ts'
import { HIDDEN_FLAG, startAtLogin } from './start-at-login.ts'
import { updateFeedOf, Updates } from './updates.ts'

export interface ShellParts {
  readonly electron: ElectronPort
  readonly dependencies: DesktopDependencies
  readonly keeper: GatewayKeeper
  /** The page's address without the fragment. */
  readonly page: () => string
}

/** The visible parts of the desktop: window, menu, tray and notifications. */
export class DesktopShell {
  readonly #parts: ShellParts
  readonly #settings: SettingsFile
  readonly #window: PageWindow
  readonly #notices: Notices
  readonly #quick: QuickWindow
  readonly #updates: Updates
  readonly #actions: MenuActions
  #tray: DesktopTray | null = null
  #credits: number | null = null
  #quitting = false
  #isOpen = false
  /** Keys that the owner chose for the page's shortcuts. */
  #keys: MenuFacts['keys'] = {}

  constructor(parts: ShellParts) {
    const { electron, dependencies, page } = parts
    this.#parts = parts
    this.#settings = new SettingsFile(dependencies.dataDir, dependencies.reportBug)
    this.#window = new PageWindow({
      electron,
      settings: this.#settings,
      page,
      preloadFile: dependencies.preloadFile,
      hidesOnClose: () => !this.#quitting && this.#staysInTray,
      onSessionEnd: () => electron.app.quit(),
      // Without its large window the application ends, and the small one must not keep it.
      onClosed: () => {
        if (this.#platform !== 'darwin') this.#quick.end()
      },
    })
    this.#notices = new Notices(electron, () => this.#window.show())
    this.#quick = new QuickWindow({
      electron,
      page,
      preloadFile: dependencies.preloadFile,
      openPlace: (place) => this.#window.show(place),
      notify: (text) => this.#notices.tell(text),
    })
    this.#updates = new Updates({
      loadUpdater: dependencies.loadUpdater,
      platform: dependencies.machine.platform,
      feed: () => updateFeedOf(this.#settings.current, electron.app.isPackaged),
      notify: (text, onClick) => this.#notices.tell(text, onClick),
      reportBug: dependencies.reportBug,
    })
    this.#actions = this.#menuActions()
  }

  /**
   * Shows everything for the first time; at login, only the tray.
   * @param link the deep link that this start was given
   */
  open(link: string | null): void {
    const { app } = this.#parts.electron
    app.on('before-quit', () => {
      this.#quitting = true
      this.#quick.letGo()
    })
    app.on('activate', () => this.#window.show())
    app.on('window-all-closed', () => {
      // On macOS an application stays in the dock without windows.
      if (this.#platform !== 'darwin' && !this.#staysInTray) app.quit()
    })
    this.#openTray()
    this.#isOpen = true
    this.#refreshMenus()
    this.#updates.follow()
    const startsHidden = this.#parts.dependencies.machine.argv.includes(HIDDEN_FLAG)
    if (link !== null || !startsHidden || this.#tray === null) this.follow(link)
  }

  /** Shows the window, at the tool that a link names, or as it is when the link names none. */
  follow(link: string | null): void {
    this.#window.show(link === null ? undefined : (placeOfDeepLink(link) ?? undefined))
  }

  showBalance(credits: number): void {
    this.#credits = credits
    this.#tray?.showBalance(credits)
  }

  /** Shows the keys in the menus; the page itself listens for them. */
  showShortcuts(keys: MenuFacts['keys']): void {
    this.#keys = keys
    this.#quick.listen(keys['quick'])
    if (this.#isOpen) this.#refreshMenus()
  }

  /** A notification for a user who is looking elsewhere. */
  notify(text: string): void {
    if (!this.#window.isFocused) this.#notices.tell(text)
  }

  /** Restarts the gateway and reloads the page. When it cannot start, the user sees why and can try again. */
  async restartGateway(): Promise<void> {
    const { keeper, electron } = this.#parts
    try {
      await keeper.restart()
    } catch (error) {
      electron.dialog.showErrorBox(
        'The gateway could not be started again',
        error instanceof Error ? error.message : String(error),
      )
      throw error
    }
    this.#window.reload()
    this.#quick.reload()
  }

  get #platform(): NodeJS.Platform {
    return this.#parts.dependencies.machine.platform
  }

  // Without a tray there would be no way back to a hidden window.
  get #staysInTray(): boolean {
    return this.#tray !== null && this.#settings.current.close_to_tray
  }

  #facts(): MenuFacts {
    return {
      platform: this.#platform,
      isPackaged: this.#parts.electron.app.isPackaged,
      hasTray: this.#tray !== null,
      settings: this.#settings.current,
      keys: this.#keys,
    }
  }

  #openTray(): void {
    const { electron, dependencies } = this.#parts
    const { template, coloured } = dependencies.trayIcons
    const icon = this.#platform === 'darwin' ? template : coloured
    try {
      this.#tray = new DesktopTray(electron, icon, () => this.#facts(), this.#actions)
      if (this.#credits !== null) this.#tray.showBalance(this.#credits)
    } catch (error) {
      // The window works without it.
      dependencies.reportBug(error)
    }
  }

  #refreshMenus(): void {
    const { Menu } = this.#parts.electron
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(this.#facts(), this.#actions)))
    this.#tray?.refresh()
  }

  #toggle(name: DesktopSwitch): void {
    const { electron, dependencies } = this.#parts
    const on = !this.#settings.current[name]
    try {
      if (name === 'start_at_login') startAtLogin(electron, on, dependencies.machine)
      this.#settings.change({ [name]: on })
    } catch (error) {
      electron.dialog.showErrorBox('This could not be changed', String(error))
    }
    if (name === 'look_for_updates') this.#updates.follow()
    this.#refreshMenus()
  }

  #menuActions(): MenuActions {
    const { electron, dependencies, keeper } = this.#parts
    const { reportBug, dataDir } = dependencies
    return {
      command: (command) => this.#window.command(command),
      show: () => this.#window.show(),
      toggle: (name) => this.#toggle(name),
      openInBrowser: () => void openInBrowser(electron, keeper.gateway).catch(reportBug),
      openManual: () => void electron.shell.openExternal(`${keeper.gateway.url}/docs/`).catch(reportBug),
      openDataFolder: () => void electron.shell.openPath(dataDir).catch(reportBug),
      // A failure has already been shown to the user.
      restartGateway: () => void this.restartGateway().catch(() => undefined),
      quit: () => electron.app.quit(),
    }
  }
}
