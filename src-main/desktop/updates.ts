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

/**
 * Whether the system verifies a download's publisher, so that it may be downloaded; elsewhere the
 * owner only gets a notice.
 */
function mayDownload(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32'
}

export interface UpdatesParts {
  readonly loadUpdater: () => Promise<UpdaterPort>
  readonly platform: NodeJS.Platform
  readonly feed: () => string | null
  /** Shows a notification; `onClick` runs when it is clicked. */
  readonly notify: (text: string, onClick?: () => void) => void
  readonly reportBug: (error: unknown) => void
}

/**
 * Looks for a newer version once a day. It downloads one when the owner agrees, and installs it when they quit
 * Toolgate; it never restarts anything. Without a feed not even the library is loaded.
 */
export class Updates {
  readonly #parts: UpdatesParts
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: UpdatesParts) {
    this.#parts = parts
  }

  /** Starts or stops looking, as the settings now say. */
  follow(): void {
    clearTimeout(this.#timer)
    if (this.#parts.feed() !== null) this.#checkIn(FIRST_LOOK_MS)
  }

  #checkIn(ms: number): void {
    this.#timer = setTimeout(() => {
      // The machine may be offline; the next check is tomorrow.
      this.#check().catch(this.#parts.reportBug)
      this.#checkIn(LOOK_AGAIN_MS)
    }, ms)
    this.#timer.unref()
  }

  async #check(): Promise<void> {
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
    if (!mayDownload(platform)) return notify(`Version ${version} of Toolgate is ready to be installed.`)
    notify(`Version ${version} of Toolgate is available. Click to download it.`, () => {
      updater
        .downloadUpdate()
        .then(
          () => notify(`Version ${version} will be installed when you quit Toolgate.`),
          this.#parts.reportBug,
        )
    })
  }
}
