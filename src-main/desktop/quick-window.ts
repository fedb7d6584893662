import type { ElectronPort, WindowPort } from './electron-port.ts'
import { toAccelerator } from './accelerator.ts'
import { WEB_PREFERENCES } from './window-policy.ts'

const SIZE = { width: 640, height: 444 }
const PLACE = '#/quick'
/** Keys with one modifier belong to the programs that have the focus. */
const FOR_EVERYWHERE = /^(Ctrl\+Alt\+(Shift\+)?|Ctrl\+Shift\+|Alt\+Shift\+).|^(Shift\+)?F\d+$/

export interface QuickWindowParts {
  readonly electron: Pick<ElectronPort, 'BrowserWindow' | 'globalShortcut'>
  /** The page's address without the fragment. */
  readonly page: () => string
  readonly preloadFile: string
  /** Shows a place of the page in the large window. */
  readonly openPlace: (place: string) => void
  /** Tells the user that something did not work. */
  readonly notify: (text: string) => void
}

/**
 * The small window over all programs, for what was copied. It is made when it is first asked for, and hidden when
 * something else gets the focus.
 */
export class QuickWindow {
  readonly #parts: QuickWindowParts
  #window: WindowPort | null = null
  #accelerator: string | undefined
  #ending = false

  constructor(parts: QuickWindowParts) {
    this.#parts = parts
  }

  /**
   * Listens for keys in every program.
   * @param keys as the owner chose them in the page's settings; empty or undefined for none
   */
  listen(keys: string | undefined): void {
    const accelerator = keys && FOR_EVERYWHERE.test(keys) ? toAccelerator(keys) : undefined
    if (accelerator === this.#accelerator) return
    const { globalShortcut } = this.#parts.electron
    if (this.#accelerator !== undefined) globalShortcut.unregister(this.#accelerator)
    this.#accelerator = accelerator
    if (accelerator === undefined || globalShortcut.register(accelerator, () => this.toggle())) return
    this.#accelerator = undefined
    this.#parts.notify(`${keys} is used by another program. Choose other keys for the quick panel.`)
  }

  /** Shows the window, or hides the one that is in front. */
  toggle(): void {
    const window = this.#window ?? this.#open()
    if (window.isFocused()) return window.hide()
    window.show()
    window.focus()
  }

  /** Reloads its page, because a new gateway answers now. */
  reload(): void {
    this.#window?.webContents.reload()
  }

  /** Closes it for good: a hidden window would keep the application running. */
  end(): void {
    this.#ending = true
    this.#window?.close()
    this.#ending = false
  }

  /** Lets it be closed, because the application ends. */
  letGo(): void {
    this.#ending = true
  }

  #open(): WindowPort {
    const { electron, page, preloadFile, openPlace } = this.#parts
    const window = new electron.BrowserWindow({
      ...SIZE,
      minWidth: SIZE.width,
      minHeight: SIZE.height,
      show: false,
      autoHideMenuBar: true,
      frame: false,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      webPreferences: { ...WEB_PREFERENCES, preload: preloadFile },
    })
    this.#window = window
    window.on('blur', () => window.hide())
    window.on('close', (event) => {
      if (this.#ending) return
      event.preventDefault()
      window.hide()
    })
    window.once('closed', () => (this.#window = null))
    const load = (): void => void window.loadURL(`${page()}${PLACE}`).catch(() => undefined)
    // The page opens a tool by going to its place, which belongs into the large window.
    window.webContents.on('did-navigate-in-page', (_event, url) => {
      const place = URL.parse(url)?.hash ?? ''
      if (place === '' || place.startsWith(PLACE)) return
      window.hide()
      load()
      openPlace(place)
    })
    load()
    return window
  }
}
