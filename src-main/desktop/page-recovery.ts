import type { ContentsPort } from './electron-port.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** A page that has been up this long counts as recovered. */
const WELL_AFTER_MS = 60_000
/** How long a page may be unresponsive before its process is ended. */
const UNRESPONSIVE_MS = 15_000
/** Chromium's code for a load that another one replaced. */
const ABORTED = -3

/** How long to wait before a page is loaded again, in milliseconds: doubled with each failure, to half a minute. */
export function reloadWaitMs(failuresBefore: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failuresBefore, 20), LONGEST_WAIT_MS)
}

/** Whether a page whose process has ended must be loaded again: not when it was ended on purpose. */
function isCrash(reason: string): boolean {
  return reason !== 'clean-exit'
}

/**
 * Reloads a window's page when it crashes, hangs or cannot be loaded. The gateway is never touched: its calls go
 * on, and the page finds them again.
 * @returns a function that stops this, for when the window closes
 */
export function recoverPage(contents: ContentsPort): () => void {
  let failures = 0
  let reload: NodeJS.Timeout | undefined
  let hung: NodeJS.Timeout | undefined
  let well: NodeJS.Timeout | undefined
  const failed = () => {
    clearTimeout(well)
    clearTimeout(hung)
    clearTimeout(reload)
    reload = setTimeout(() => contents.reload(), reloadWaitMs(failures))
    failures += 1
  }
  contents.on('render-process-gone', (_event, { reason }) => {
    if (isCrash(reason)) failed()
  })
  contents.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) failed()
  })
  contents.on('did-finish-load', () => {
    clearTimeout(well)
    well = setTimeout(() => (failures = 0), WELL_AFTER_MS)
  })
  contents.on('unresponsive', () => {
    clearTimeout(hung)
    hung = setTimeout(() => contents.forcefullyCrashRenderer(), UNRESPONSIVE_MS)
  })
  contents.on('responsive', () => clearTimeout(hung))
  return () => {
    for (const timer of [reload, hung, well]) clearTimeout(timer)
  }
}
