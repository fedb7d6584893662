import { watch, type FSWatcher } from 'node:fs'
import { FOLDER_LIMITS } from './folder-settings.ts'

/** Tells when files of a folder were saved, once for each time that it comes to rest. */
export class FolderWatch {
  readonly #folder: string
  readonly #saved: () => void
  #watcher: FSWatcher | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, saved: () => void) {
    this.#folder = folder
    this.#saved = saved
  }

  /** Begins, or begins again after the folder was gone; a folder that is missing is not watched. */
  start(): void {
    if (this.#watcher) return
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => this.#touched())
    } catch {
      // Whoever reads the folder says that it is missing.
      return
    }
    this.#watcher.on('error', () => this.stop())
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#watcher?.close()
    this.#watcher = null
  }

  // Editors write a file in several steps.
  #touched(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#saved, FOLDER_LIMITS.restMs)
    this.#timer.unref()
  }
}
