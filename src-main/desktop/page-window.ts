import { channelOf, type MenuCommand } from '../../src-shared/desktop-bridge.ts'
import type { ElectronPort, WindowPort } from './electron-port.ts'
import type { SettingsFile } from './desktop-settings.ts'
import { recoverPage } from './page-recovery.ts'
import { WEB_PREFERENCES } from './window-policy.ts'
import { LEAST_SIZE, placeWindow } from './window-place.ts'

/** The place of a window is saved once it has not moved for this long. */
const REST_MS = 500

export interface PageWindowParts {
  readonly electron: ElectronPort
  readonly settings: SettingsFile
  /** The page's address without the fragment. */
  readonly page: () => string
  readonly preloadFile: string
  /** Whether closing the window leaves Toolgate running in the tray. */
  readonly hidesOnClose: () => boolean
  /** Called when the system ends the session, which cannot be held back. */
  readonly onSessionEnd: () => void
  /** Called once the window is gone, not when it is hidden. */
  readonly onClosed: () => void
}

/** The one window. It opens when first needed, and again after it was closed. */
export class PageWindow {
  readonly #parts: PageWindowParts
  #window: WindowPort | null = null

  constructor(parts: PageWindowParts) {
    this.#parts = parts
  }

  /** Whether the user is looking at it. */
  get isFocused(): boolean {
    return this.#window?.isFocused() ?? false
  }

  /**
   * Shows the window, in front of all others.
   * @param place the fragment of the page's address; without it an open page stays where it is
   */
  show(place?: string): void {
    const window = this.#window
    if (!window) return this.#open(place ?? '')
    if (place !== undefined) this.#load(window, place)
    bringForward(window)
  }

  /** Shows the window and has its page do something. */
  command(command: MenuCommand): void {
    const window = this.#window
    if (!window) return this.#open(placeOfCommand(command))
    bringForward(window)
    window.webContents.send(channelOf('menu'), command)
  }

  /** Reloads the page at its current place, because a new gateway answers now. */
  reload(): void {
    this.#window?.webContents.reload()
  }

  #open(place: string): void {
    const { electron, settings, preloadFile } = this.#parts
    const saved = settings.current.window
    const window = new electron.BrowserWindow({
      ...placeWindow(saved, workAreas(electron)),
      minWidth: LEAST_SIZE.width,
      minHeight: LEAST_SIZE.height,
      // Shown once it has something to show, else it flashes white.
      show: false,
      autoHideMenuBar: true,
      webPreferences: { ...WEB_PREFERENCES, preload: preloadFile },
    })
    this.#window = window
    window.once('ready-to-show', () => {
      if (saved?.maximised) window.maximize()
      window.show()
    })
    this.#follow(window)
    this.#load(window, place)
  }

  #follow(window: WindowPort): void {
    const { settings, hidesOnClose, onSessionEnd, onClosed } = this.#parts
    const endRecovery = recoverPage(window.webContents)
    let resting: NodeJS.Timeout | undefined
    const remember = () => {
      clearTimeout(resting)
      settings.change({ window: { ...window.getNormalBounds(), maximised: window.isMaximized() } })
    }
    const rememberSoon = () => {
      clearTimeout(resting)
      resting = setTimeout(remember, REST_MS)
    }
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
      window.on(event, rememberSoon)
    window.on('close', (event) => {
      remember()
      if (!hidesOnClose()) return
      event.preventDefault()
      window.hide()
    })
    window.on('session-end', onSessionEnd)
    window.once('closed', () => {
      clearTimeout(resting)
      endRecovery()
      this.#window = null
      onClosed()
    })
  }

  #load(window: WindowPort, place: string): void {
    // recoverPage reloads a page that could not be loaded.
    window.loadURL(`${this.#parts.page()}${place}`).catch(() => undefined)
  }
}

/** Where a page that is not open yet must start to carry out the command. */
export function placeOfCommand(command: MenuCommand): string {
  if (command === 'palette') return '#/?palette'
  return command === 'shortcuts' || command === 'theme' || command === 'copy-address' ? '' : `#/${command}`
}

function bringForward(window: WindowPort): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function workAreas({ screen }: ElectronPort): Parameters<typeof placeWindow>[1] {
  return [screen.getPrimaryDisplay().workArea, ...screen.getAllDisplays().map((each) => each.workArea)]
}
