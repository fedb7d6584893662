import { statSync } from 'node:fs'
import type { RunningGateway } from '../../instance/start-gateway.ts'

/** How often the program is looked at: installing another version takes longer. */
const LOOK_MS = 2_000
/** How long those who are connected keep a gateway whose program is gone. */
const LEAVE_MS = 60_000

/**
 * Ends a gateway that was started on demand once nobody has been connected for `idleMs`. When its program was replaced
 * or removed, as an update does, it goes as soon as nobody is connected and within a minute: what it has not loaded by
 * then it can load no more, and the next command starts one of the new program.
 * @param program a file of the program
 */
export function stopWhenUnused(
  gateway: Pick<RunningGateway, 'idleMs'>,
  { idleMs, program }: { readonly idleMs: number; readonly program: string },
  stop: () => void,
): void {
  const began = markOf(program)
  let goneAt: number | null = null
  const check = setInterval(
    () => {
      const now = performance.now()
      if (markOf(program) !== began) goneAt ??= now
      const idle = gateway.idleMs()
      const goes = goneAt !== null && (idle > 0 || now - goneAt >= LEAVE_MS)
      if (!goes && idle < idleMs) return
      clearInterval(check)
      stop()
    },
    Math.min(idleMs / 2, LOOK_MS),
  )
  check.unref()
}

// npm gives every file the same time, but another file has another number.
function markOf(file: string): string | null {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    // Gone, or its folder cannot be looked into any more, which comes to the same.
    return null
  }
}
