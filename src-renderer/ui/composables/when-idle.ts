const AT_THE_LATEST_MS = 3_000
/** For browsers without requestIdleCallback. */
const A_WHILE_MS = 500

/** Runs some work once the page is rendered and idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: AT_THE_LATEST_MS })
  else setTimeout(work, A_WHILE_MS)
}
