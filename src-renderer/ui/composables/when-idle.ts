const AT_THE_LATEST_MS = 3_000
/** For browsers without requestIdleCallback. */
const A_WHILE_MS = 500

/** Runs some work once the page is rendered and idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: AT_THE_LATEST_MS })
  else setTimeout(work, A_WHILE_MS)
}

type Load = () => Promise<unknown>
const later: Load[] = []
let resting = false

/** Fetches something once the page is idle and everything before it has been fetched. */
export function preloadLater(...loads: readonly Load[]): void {
  later.push(...loads)
  if (resting) startPreloading()
}

/** Begins to fetch what waits, one after the other; the page calls it when its first screen is there. */
export function startPreloading(): void {
  resting = false
  whenIdle(next)
}

function next(): void {
  const load = later.shift()
  if (load === undefined) return void (resting = true)
  // Fetched when it is opened, then; the page says there what is wrong.
  void load()
    .catch(() => undefined)
    .finally(() => whenIdle(next))
}
