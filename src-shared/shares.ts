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
