/** A resource that keys share, as metrics, `toolgate doctor` and the page show it. */
export interface ShareState {
  readonly resource: string
  /** At once: for all keys, for one key, and beyond both for the owner. */
  readonly limit: number
  readonly per_key: number
  readonly owner_reserve: number
  readonly in_use: number
  readonly in_use_by_owner: number
  readonly waiting: number
  /** How many keys use it or wait for it. */
  readonly keys: number
  readonly entered_total: number
  /** Refused at once: there was no room, and none to wait. */
  readonly refused_total: number
  /** Refused at the end of the longest wait. */
  readonly waited_out_total: number
  /** What the ended work has cost. */
  readonly used_seconds_total: number
}

/** What `GET /app/shares` answers. */
export interface ShareList {
  readonly ok: true
  readonly shares: readonly ShareState[]
}

/** How much a resource is used now: `full` when somebody waits for it. */
export type ShareStanding = 'free' | 'in use' | 'full'

/** The standing of a resource, for a table. */
export function standingOf({ in_use, waiting }: ShareState): ShareStanding {
  if (waiting > 0) return 'full'
  return in_use > 0 ? 'in use' : 'free'
}

/** The name of a resource in a sentence or a table: `batch_items` is "Batch items", `mcp_sessions` "MCP sessions". */
export function shareLabel({ resource }: ShareState): string {
  const words = resource.replaceAll('_', ' ').replace(/^mcp\b/, 'MCP')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** How often work was refused. */
export function refusalsOf({ refused_total, waited_out_total }: ShareState): number {
  return refused_total + waited_out_total
}
