import type { Database, Statement } from 'better-sqlite3'
import { GatewayError } from '../../../src-shared/errors.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import {
  TOOLSET_LIMITS,
  type SavedToolset,
  type ToolsetContent,
} from '../../../src-shared/toolsets/saved-toolset.ts'

interface ToolsetRow {
  readonly name: string
  readonly version: number
  readonly content: string
  readonly updated_at: number
}

/** A change that is written and not yet in effect: what a name stands for from now on, if anything. */
export interface ToolsetChange {
  readonly name: string
  readonly saved: SavedToolset | null
}

/** The saved toolsets: in memory, because lists and calls read them, and in the database for the next start. */
export class ToolsetStore {
  readonly #now: () => number
  readonly #write: Statement<[string, number, string, number]>
  readonly #remove: Statement<[string]>
  readonly #find: Statement<[string], ToolsetRow>
  readonly #count: Statement<[], number>
  readonly #saved = new Map<string, SavedToolset>()
  #revision = 0

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number) {
    this.#now = now
    this.#write = db.prepare(
      'INSERT OR REPLACE INTO toolset (name, version, content, updated_at) VALUES (?, ?, ?, ?)',
    )
    this.#remove = db.prepare('DELETE FROM toolset WHERE name = ?')
    this.#find = db.prepare('SELECT name, version, content, updated_at FROM toolset WHERE name = ?')
    this.#count = db.prepare<[], number>('SELECT count(*) FROM toolset').pluck()
    const rows = db.prepare<[], ToolsetRow>('SELECT name, version, content, updated_at FROM toolset').all()
    for (const row of rows) this.#saved.set(row.name, toSaved(row))
  }

  /** Counts the changes since the start. */
  get revision(): number {
    return this.#revision
  }

  /** All toolsets, by name. */
  list(): readonly SavedToolset[] {
    return [...this.#saved.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  find(name: string): SavedToolset | null {
    return this.#saved.get(name) ?? null
  }

  /**
   * Writes a toolset inside the current transaction; `apply` puts it into effect once that is committed.
   * @throws GatewayError validation_error when there are too many
   */
  write(name: string, content: ToolsetContent): ToolsetChange & { readonly saved: SavedToolset } {
    const known = this.#find.get(name)
    if (!known && (this.#count.get() ?? 0) >= TOOLSET_LIMITS.toolsets) throw tooMany()
    const version = (known?.version ?? 0) + 1
    const json = JSON.stringify(content)
    const updated_at = this.#now()
    this.#write.run(name, version, json, updated_at)
    return { name, saved: toSaved({ name, version, content: json, updated_at }) }
  }

  /**
   * Deletes a toolset inside the current transaction; `apply` puts that into effect.
   * @throws GatewayError not_found
   */
  remove(name: string): ToolsetChange {
    if (this.#remove.run(name).changes === 0) throw unknownToolset(name)
    return { name, saved: null }
  }

  /** Puts a committed change into effect. */
  apply({ name, saved }: ToolsetChange): void {
    if (saved) this.#saved.set(name, saved)
    else this.#saved.delete(name)
    this.#revision++
  }
}

/** The refusal of a name that no saved toolset has. */
export function unknownToolset(name: string): GatewayError {
  return new GatewayError(
    'not_found',
    `There is no saved toolset ${JSON.stringify(name.slice(0, 64))}. GET /v1/enterprise/toolsets lists them.`,
  )
}

function tooMany(): GatewayError {
  const message = `There may be ${TOOLSET_LIMITS.toolsets} saved toolsets. Remove one with DELETE /v1/enterprise/toolsets/{id}.`
  return new GatewayError('validation_error', message, { issues: [{ path: 'name', message }] })
}

function toSaved({ name, version, content, updated_at }: ToolsetRow): SavedToolset {
  // Only `write` fills the table, with content that was checked.
  return { ...(parseJson(content) as ToolsetContent), name, version, updatedAt: updated_at }
}
