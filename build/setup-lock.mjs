import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_LIMIT_MS = 10 * 60_000
const POLL_MS = 200

/**
 * Runs `work` while no other setup runs in this checkout. The lock names this process and the child it waits for:
 * a killed setup leaves npm running, and a second npm beside it would break both.
 * @param {string} file
 * @param {(note: (child: number | undefined) => void) => Promise<void>} work gets a function that notes its child
 */
export async function withSetupLock(file, work) {
  await acquire(file)
  try {
    await work((child) =>
      writeFileSync(file, JSON.stringify({ pids: [process.pid, child ?? process.pid] })),
    )
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
async function acquire(file) {
  const giveUpAt = Date.now() + WAIT_LIMIT_MS
  let said = false
  for (;;) {
    if (create(file)) return
    if (isHeld(file)) {
      if (!said) process.stderr.write('Another command is setting Toolgate up; waiting for it.\n')
      said = true
      if (Date.now() > giveUpAt) throw new Error(`Still waiting; if nothing else runs, delete ${file}.`)
      await sleep(POLL_MS)
      continue
    }
    rmSync(file, { force: true })
    const created = create(file)
    // Two commands may find the same abandoned lock; the one whose lock is still there after a moment holds it.
    await sleep(POLL_MS)
    if (created && holders(file).includes(process.pid)) return
  }
}

/** @param {string} file */
function create(file) {
  try {
    writeFileSync(file, JSON.stringify({ pids: [process.pid] }), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Whether the lock file names a running process other than this one.
 * @param {string} file
 */
export function isHeld(file) {
  const pids = holders(file)
  if (pids.length === 0) return ageMs(file) < 1000
  return pids.some((pid) => pid !== process.pid && isRunning(pid))
}

/**
 * @param {string} file
 * @returns {number[]} empty while the file is being written, or when it is damaged or gone
 */
function holders(file) {
  try {
    const { pids } = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(pids) ? pids.filter(Number.isInteger) : []
  } catch {
    // Such a file names nobody, so its age decides.
    return []
  }
}

/** @param {string} file */
function ageMs(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? Date.now() - stats.mtimeMs : Infinity
}

/**
 * Whether a process with this id runs, whoever owns it.
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, under another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
