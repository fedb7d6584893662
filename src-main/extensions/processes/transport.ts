/** Who hears of a server. */
export interface TransportEvents {
  readonly line: (line: Buffer) => void
  /** A message was longer than allowed. @param head its first bytes @param tail its last bytes */
  readonly tooLong: (head: string, tail: string) => void
  /** It has ended, or could not be started; said once. @param why the end of a sentence: "ended (exit 3)" */
  readonly ended: (why: string) => void
}

/** Who hears of a message that was sent. */
export interface Delivery {
  /** The server cannot have got it. */
  readonly refused: () => void
  /** There will be no answer, although the server goes on. @param why the end of a sentence */
  readonly failed: (why: string, how: { readonly wasSent: boolean; readonly isAnswer?: boolean }) => void
}

/** How messages get to a server and back. */
export interface Transport {
  /** The number of its process; null without one. */
  readonly pid: number | null
  readonly isOver: boolean
  /** The last of what it has written to stderr. */
  readonly stderr: string
  /** Sends a message. @returns stops waiting for its answer */
  write(message: string, delivery: Delivery): () => void
  /** It has greeted. @param revision the revision of MCP that it speaks */
  greeted(revision: string): void
  /** How much memory its processes take, in bytes. */
  memory(): Promise<number>
  /** Ends it. @param why for those who wait, as the end of a sentence */
  close(why: string): Promise<void>
}
