import type { DesktopSettings } from './desktop-settings.ts'

/** The part of electron-updater that is used. */
export interface UpdaterPort {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  logger: unknown
  setFeedURL(feed: { provider: 'generic'; url: string }): void
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean
    readonly updateInfo: { readonly version: string }
  } | null>
  downloadUpdate(): Promise<unknown>
}

const FIRST_LOOK_MS = 60_000
const LOOK_AGAIN_MS = 24 * 60 * 60 * 1_000

/** Where updates are looked for: nowhere unless the owner has named a feed and switched it on. */
export function updateFeedOf(settings: DesktopSettings, isPackaged: boolean): string | null {
  return isPackaged && settings.look_for_updates ? settings.update_feed : null
}

/** Whether the system checks who made a download, so that it may be fetched; elsewhere the owner is only told. */
function mayDownload(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32'
}

export interface UpdatesParts {
  readonly loadUpdater: () => Promise<UpdaterPort>
  readonly platform: NodeJS.Platform
  readonly feed: () => string | null
  /** Shows a notification; `onClick` is what clicking it does. */
  readonly notify: (text: string, onClick?: () => void) => void
  readonly reportBug: (error: unknown) => void
}

/**
 * Looks for a newer version once a day. It downloads one when the owner says so, which is installed when they quit
 * Toolgate; it never restarts anything. Without a feed not even the library is loaded.
 */
export class Updates {
  readonly #parts: UpdatesParts
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: UpdatesParts) {
    this.#parts = parts
  }

  /** Begins or ends looking, as the settings are now. */
  follow(): void {
    clearTimeout(this.#timer)
    if (this.#parts.feed() !== null) this.#lookIn(FIRST_LOOK_MS)
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      // The machine may be offline; the next look is tomorrow.
      this.#look().catch(this.#parts.reportBug)
      this.#lookIn(LOOK_AGAIN_MS)
    }, ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const { feed, loadUpdater, notify, platform } = this.#parts
    const url = feed()
    if (url === null) return
    const updater = await loadUpdater()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = mayDownload(platform)
    updater.logger = null
    updater.setFeedURL({ provider: 'generic', url })
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable || this.#told.has(found.updateInfo.version)) return
    const { version } = found.updateInfo
    this.#told.add(version)
    if (!mayDownload(platform)) return notify(`Version ${version} of Toolgate is there to be installed.`)
    notify(`Version ${version} of Toolgate is there. Click to download it.`, () => {
      updater
        .downloadUpdate()
        .then(
          () => notify(`Version ${version} will be installed when you quit Toolgate.`),
          this.#parts.reportBug,
        )
    })
  }
}
