import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { ACTIVITY_MODES } from '../../src-shared/activity.ts'
import type { Settings } from '../../src-shared/settings.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** What can be set, and to what. */
export const settingsSchema = z.strictObject({
  sign_up_open: z.boolean().describe('Whether strangers may make themselves a key'),
  activity: z.enum(ACTIVITY_MODES).describe('How much of each call is kept'),
  activity_max_calls: z.int().min(100).max(100_000).describe('Calls that are kept'),
}) satisfies z.ZodType<Settings>

const DEFAULTS: Settings = { sign_up_open: true, activity: 'full', activity_max_calls: 10_000 }

/** The owner's settings: in memory for whoever asks at every call, and in the database for the next start. */
export class SettingsStore {
  readonly #save: Statement<[string, string]>
  #settings: Settings

  /** @param report is told of a stored value that this version does not know */
  constructor(db: Database, report: (error: unknown) => void) {
    this.#save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)')
    const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM setting').all()
    this.#settings = rows.reduce((known, row) => ({ ...known, ...readRow(row, report) }), DEFAULTS)
  }

  get(): Settings {
    return this.#settings
  }

  /** Writes a change inside the current transaction; `apply` makes it count once that is committed. */
  write(change: Partial<Settings>): void {
    for (const [name, value] of Object.entries(change)) this.#save.run(name, JSON.stringify(value))
  }

  /** Has a written change count. */
  apply(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change }
  }
}

function readRow(
  { name, value }: { readonly name: string; readonly value: string },
  report: (error: unknown) => void,
): Partial<Settings> {
  const stored: unknown = parseJson(value)
  const read = settingsSchema.partial().safeParse({ [name]: stored })
  // zod's partial gives members that may be undefined; what was stored never is.
  if (read.success) return read.data as Partial<Settings>
  report(new Error(`The stored setting ${name} is not one that this version knows; its default counts.`))
  return {}
}
