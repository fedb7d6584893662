import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const pixels = z.number().int().min(-100_000).max(100_000)
const place = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximised: z.boolean() })

const settingsFile = z.object({
  window: place.nullable().catch(null),
  close_to_tray: z.boolean().catch(false),
  start_at_login: z.boolean().catch(false),
  look_for_updates: z.boolean().catch(false),
  update_feed: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable()
    .catch(null),
})

/** What the desktop remembers. Everything that reaches beyond the window is off until it is switched on. */
export type DesktopSettings = Readonly<z.infer<typeof settingsFile>>
/** The settings that a menu switches on and off. */
export type DesktopSwitch = 'close_to_tray' | 'start_at_login' | 'look_for_updates'

/** The desktop's own small file in the data folder. Whatever is lost or damaged counts as never set. */
export class SettingsFile {
  readonly #path: string
  readonly #reportBug: (error: unknown) => void
  #settings: DesktopSettings

  constructor(dataDir: string, reportBug: (error: unknown) => void) {
    this.#path = join(dataDir, 'desktop.json')
    this.#reportBug = reportBug
    this.#settings = read(this.#path)
  }

  get current(): DesktopSettings {
    return this.#settings
  }

  /** Changes some settings and writes the file; a full disk costs only the window's place. */
  change(changes: Partial<DesktopSettings>): void {
    this.#settings = { ...this.#settings, ...changes }
    try {
      writePrivateFile(this.#path, `${JSON.stringify(this.#settings, null, 2)}\n`)
    } catch (error) {
      this.#reportBug(error)
    }
  }
}

function read(path: string): DesktopSettings {
  try {
    return settingsFile.parse(parseJson(readPrivateFile(path) ?? '{}'))
  } catch {
    // Nothing in it is worth keeping the window from opening.
    return settingsFile.parse({})
  }
}
