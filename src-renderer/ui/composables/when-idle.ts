const AT_THE_LATEST_MS = 3_000
/** For browsers that do not tell when they are idle. */
const A_WHILE_MS = 500

/** Does something when the screen stands and nothing else is to be done. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: AT_THE_LATEST_MS })
  else setTimeout(work, A_WHILE_MS)
}
