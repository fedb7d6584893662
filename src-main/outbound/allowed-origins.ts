import type { Engine } from '../storage/engine/engine.ts'
import { all, run, statement, type Work } from '../storage/engine/work.ts'
import type { AllowedOrigin } from '../../src-shared/settings.ts'
import { isOriginPattern, patternCovers } from './origin-pattern.ts'

/** Origins that can be added while the gateway runs. */
export const MAX_ALLOWED_ORIGINS = 200

const ALL = statement<Record<never, never>, { origin: string; added_at: number }>(
  'SELECT origin, added_at FROM allowed_origin',
)
const INSERT = statement<{ origin: string; at: number }>(
  'INSERT INTO allowed_origin (origin, added_at) VALUES (:origin, :at) ON CONFLICT DO NOTHING',
)
const REMOVE = statement<{ origin: string }>('DELETE FROM allowed_origin WHERE origin = :origin')

/**
 * The origins that tools may send to although their addresses are private: those given at the start, and those that
 * the owner adds while the gateway runs.
 */
export class AllowedOrigins {
  readonly #fixed: ReadonlySet<string>
  readonly #engine: Engine
  #added = new Map<string, number>()

  private constructor(engine: Engine, fixed: Iterable<string>) {
    this.#engine = engine
    this.#fixed = new Set(fixed)
  }

  /** Reads those that were added. @param fixed origins given at the start, as toAllowedOrigin writes them */
  static async open(engine: Engine, fixed: Iterable<string>): Promise<AllowedOrigins> {
    const origins = new AllowedOrigins(engine, fixed)
    await origins.refresh()
    return origins
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    const rows = await this.#engine.read(() => all(ALL, {}))
    this.#added = new Map(rows.map(({ origin, added_at }) => [origin, added_at]))
  }

  /** Whether exactly this origin is listed; a target that looks like a wildcard is not. */
  has(origin: string): boolean {
    return !isOriginPattern(origin) && (this.#fixed.has(origin) || this.#added.has(origin))
  }

  /** Whether a listed wildcard matches the target. */
  async covers(target: URL): Promise<boolean> {
    for (const origin of this.#added.keys())
      if (isOriginPattern(origin) && (await patternCovers(origin, target))) return true
    return false
  }

  /** Whether an origin was added while running, and so can be removed. */
  isAdded(origin: string): boolean {
    return this.#added.has(origin)
  }

  get addedCount(): number {
    return this.#added.size
  }

  list(): AllowedOrigin[] {
    const fixed = [...this.#fixed].map((origin) => ({ origin, from: 'start' as const, added_at: null }))
    const added = [...this.#added].map(([origin, at]) => ({
      origin,
      from: 'settings' as const,
      added_at: new Date(at).toISOString(),
    }))
    return [...fixed, ...added.toSorted((a, b) => a.origin.localeCompare(b.origin))]
  }

  /**
   * Writes an addition or removal inside the current transaction; `apply` puts it into effect.
   * @param at null removes
   */
  *write(origin: string, at: number | null): Work<void> {
    if (at === null) yield* run(REMOVE, { origin })
    else yield* run(INSERT, { origin, at })
  }

  /** Puts a written change into effect, from the next request on. */
  apply(origin: string, at: number | null): void {
    if (at === null) this.#added.delete(origin)
    else this.#added.set(origin, at)
  }
}
