import type { Engine } from '../../storage/engine/engine.ts'
import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import {
  TOOLSET_LIMITS,
  type SavedToolset,
  type ToolsetContent,
} from '../../../src-shared/toolsets/saved-toolset.ts'

type ToolsetRow = {
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

const ALL = statement<Record<never, never>, ToolsetRow>(
  'SELECT name, version, content, updated_at FROM toolset',
)
const FIND = statement<{ name: string }, ToolsetRow>(
  'SELECT name, version, content, updated_at FROM toolset WHERE name = :name',
)
const COUNT = statement<Record<never, never>, { count: number }>('SELECT count(*) AS count FROM toolset')
const WRITE = statement<ToolsetRow>(
  `INSERT INTO toolset (name, version, content, updated_at) VALUES (:name, :version, :content, :updated_at)
   ON CONFLICT (name) DO UPDATE SET version = excluded.version, content = excluded.content,
     updated_at = excluded.updated_at`,
)
const REMOVE = statement<{ name: string }>('DELETE FROM toolset WHERE name = :name')

/** The saved toolsets: in memory, because lists and calls read them, and in the database for the next start. */
export class ToolsetStore {
  readonly #engine: Engine
  readonly #now: () => number
  #saved = new Map<string, SavedToolset>()
  #revision = 0

  private constructor(engine: Engine, now: () => number) {
    this.#engine = engine
    this.#now = now
  }

  /** Reads all toolsets. @param now milliseconds since 1970 */
  static async open(engine: Engine, now: () => number): Promise<ToolsetStore> {
    const store = new ToolsetStore(engine, now)
    await store.refresh()
    return store
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    const rows = await this.#engine.read(() => all(ALL, {}))
    this.#saved = new Map(rows.map((row) => [row.name, toSaved(row)]))
    this.#revision++
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
  *write(name: string, content: ToolsetContent): Work<ToolsetChange & { readonly saved: SavedToolset }> {
    const known = yield* one(FIND, { name })
    if (!known && ((yield* one(COUNT, {}))?.count ?? 0) >= TOOLSET_LIMITS.toolsets) throw tooMany()
    const version = (known?.version ?? 0) + 1
    const row = { name, version, content: JSON.stringify(content), updated_at: this.#now() }
    yield* run(WRITE, row)
    return { name, saved: toSaved(row) }
  }

  /**
   * Deletes a toolset inside the current transaction; `apply` puts that into effect.
   * @throws GatewayError not_found
   */
  *remove(name: string): Work<ToolsetChange> {
    if ((yield* run(REMOVE, { name })) === 0) throw unknownToolset(name)
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
