const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The gateway sends something at least every 15 s, so a line this quiet is dead. */
const SILENCE_MS = 25_000
const WATCH_EVERY_MS = 5_000

/** What a connection tells while it lasts. */
export interface StreamSigns {
  readonly signal: AbortSignal
  /** The gateway accepted the connection. */
  readonly onHead: () => void
  /** Something came, if only a sign of life. */
  readonly onBytes: () => void
}

/**
 * Keeps a stream open: connects again after a break, each time later while the gateway refuses.
 * @param connect resolves when its connection has ended
 */
export async function keepOpen(
  connect: (signs: StreamSigns) => Promise<void>,
  {
    signal,
    wanted,
    onLive,
  }: {
    readonly signal: AbortSignal
    /** Asked before each attempt; false ends it. */
    readonly wanted: () => boolean
    readonly onLive: (live: boolean) => void
  },
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted && wanted()) {
    const opened = await connectOnce(connect, signal, () => onLive(true))
    onLive(false)
    if (signal.aborted) return
    waitMs = opened ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2)
    // Many pages that lost one gateway must not come back in the same instant.
    await sleep(waitMs * (0.75 + Math.random() / 2), signal)
  }
}

/** Lasts until the connection ends or falls silent. @returns whether it was opened at all */
async function connectOnce(
  connect: (signs: StreamSigns) => Promise<void>,
  outer: AbortSignal,
  onOpen: () => void,
): Promise<boolean> {
  const silent = new AbortController()
  let opened = false
  let lastBytesAt = 0
  const onBytes = () => void (lastBytesAt = performance.now())
  const watchdog = setInterval(() => {
    if (opened && performance.now() - lastBytesAt > SILENCE_MS) silent.abort()
  }, WATCH_EVERY_MS)
  const onHead = () => {
    opened = true
    onBytes()
    onOpen()
  }
  try {
    await connect({ signal: AbortSignal.any([outer, silent.signal]), onHead, onBytes })
  } finally {
    clearInterval(watchdog)
  }
  return opened
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
