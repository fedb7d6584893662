import type { AuditEvent } from './audit-row.ts'
import type { AuditTrail } from './audit-trail.ts'

export const REFUSAL_WINDOW_MS = 60_000
/** The most rows that one address, and all of them together, can cause in a window; the rest are counted. */
export const MAX_ROWS_PER_ADDRESS = 10
export const MAX_ROWS = 60

/** An access that was refused. */
export type Refusal = Omit<AuditEvent, 'action' | 'target'>

interface Counted {
  rows: number
  /** Refusals that have no row of their own. */
  more: number
}

/**
 * Puts refused access into the audit trail without letting an attacker fill the disk: a flood becomes a few rows and
 * a count. The count is written with the first refusal of a later window, when the trail is read, and at the end.
 */
export class RefusalLog {
  readonly #audit: AuditTrail
  readonly #now: () => number
  readonly #report: (error: unknown) => void
  #start = -Infinity
  #rows = 0
  /** Refusals of addresses that came after the rows were used up. */
  #others = 0
  readonly #byAddress = new Map<string | null, Counted>()

  /** @param report is called when a row cannot be written; access is refused all the same */
  constructor(audit: AuditTrail, now: () => number, report: (error: unknown) => void) {
    this.#audit = audit
    this.#now = now
    this.#report = report
  }

  note(refusal: Refusal): void {
    this.#openWindow()
    const seen = this.#byAddress.get(refusal.address)
    if (this.#rows < MAX_ROWS && (seen?.rows ?? 0) < MAX_ROWS_PER_ADDRESS) {
      this.#rows++
      this.#byAddress.set(refusal.address, { rows: (seen?.rows ?? 0) + 1, more: seen?.more ?? 0 })
      void this.#write({ ...refusal, action: 'access.refused' })
    } else if (seen) seen.more++
    else this.#others++
  }

  /** Writes the refusals that are only counted so far. */
  async flush(): Promise<void> {
    const counts: [string | null, number][] = [...this.#byAddress].map(([address, { more }]) => [
      address,
      more,
    ])
    counts.push([null, this.#others])
    for (const counted of this.#byAddress.values()) counted.more = 0
    this.#others = 0
    const acts = counts
      .filter(([, count]) => count > 0)
      .map(([address, count]) => {
        const detail = { count }
        return this.#write({ action: 'access.refused_more', actor: null, address, requestId: null, detail })
      })
    await Promise.all(acts)
  }

  #openWindow(): void {
    const now = this.#now()
    // A clock that was set back opens a new window as well.
    if (now >= this.#start && now - this.#start < REFUSAL_WINDOW_MS) return
    void this.flush()
    this.#byAddress.clear()
    this.#rows = 0
    this.#start = now
  }

  async #write(event: AuditEvent): Promise<void> {
    try {
      await this.#audit.record(event)
    } catch (error) {
      // Refusals go on without a record: a full disk must not open the door, nor close it to good keys.
      this.#report(error)
    }
  }
}
