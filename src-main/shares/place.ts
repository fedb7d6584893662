/** Someone who shares a resource. */
export interface Sharer {
  /** The id of an API key; for sockets, an address. */
  readonly id: string
  /** Whether the reserve is open to it. */
  readonly isOwner: boolean
}

/** A place that work holds. */
export interface Place {
  /** Says what the work has cost, in milliseconds; otherwise it is the time for which the place was held. */
  costs(ms: number): void
  /** Gives the place back; a second time does nothing. */
  leave(): void
}
