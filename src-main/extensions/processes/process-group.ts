import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const IS_WINDOWS = process.platform === 'win32'
const PAGE_BYTES = 4_096
const LOOK_MS = 25

/** A process of a group, as the system lists it. */
export interface Member {
  readonly pid: number
  /** The group and the session that it belongs to. */
  readonly group: number
  readonly session: number
  /** When it was started, in the system's own words; tells it from a later process of the same number. */
  readonly startedAt: string
  readonly memoryBytes: number
}

/** Sends a signal to every process of a group; nothing happens when there is none that may be signalled. */
export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (IS_WINDOWS) {
    // Windows has no groups; the tree of the process is what comes closest.
    execFile('taskkill', ['/pid', String(group), '/t', '/f'], () => undefined)
    return
  }
  try {
    process.kill(-group, signal)
  } catch (error) {
    // A program may have become another user's, as with sudo; nothing more can be done about it.
    if (isGone(error) || isRefused(error)) return
    throw error
  }
}

/** Whether any process of a group still runs. */
export async function isAlive(group: number): Promise<boolean> {
  try {
    process.kill(IS_WINDOWS ? group : -group, 0)
  } catch (error) {
    return !isGone(error)
  }
  // What has ended counts until its parent has heard of it, and not every machine has one that listens.
  if (IS_WINDOWS) return true
  try {
    return (await membersOf(group)).length > 0
  } catch {
    // With no file handle left nobody can tell, and it is better ended twice than never.
    return true
  }
}

/**
 * Ends a group: after it was asked to (`asked`), by SIGTERM, and then by SIGKILL.
 * @param waits how long each step may take, in milliseconds
 * @param asked resolves when its first process has ended
 */
export async function endGroup(
  group: number,
  waits: { readonly stdin: number; readonly term: number },
  asked: Promise<unknown>,
): Promise<void> {
  await Promise.race([asked, pause(waits.stdin, undefined, { ref: false })])
  if (!(await isAlive(group))) return
  signalGroup(group, 'SIGTERM')
  if (await endsWithin(group, waits.term)) return
  signalGroup(group, 'SIGKILL')
  // A killed process goes as soon as the system gets to it.
  await endsWithin(group, waits.term)
}

async function endsWithin(group: number, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  while (await isAlive(group)) {
    if (performance.now() > until) return false
    await pause(LOOK_MS)
  }
  return true
}

/** The processes of a group or of a session of that number. */
export async function membersOf(group: number): Promise<readonly Member[]> {
  return (await readAll()).filter(isIn(group))
}

let counting: Promise<readonly Member[]> | null = null

/** How much memory the processes of a group take, in bytes. Those who ask at once share one look at the system. */
export async function memoryOf(group: number): Promise<number> {
  counting ??= readAll().finally(() => (counting = null))
  const members = (await counting).filter(isIn(group))
  return members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}

function isIn(group: number): (one: Member) => boolean {
  return (one) => one.group === group || one.session === group
}

function readAll(): Promise<Member[]> {
  return process.platform === 'linux' ? readProc() : readPs()
}

/** A process that was just started, at once where the system allows it; null when it has ended already. */
export async function memberOf(pid: number): Promise<Member | null> {
  if (process.platform !== 'linux') return (await readPs()).find((one) => one.pid === pid) ?? null
  try {
    return toMember(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // It has ended.
    return null
  }
}

async function readProc(): Promise<Member[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    // A process may end while the list is read.
    names.map((name) => readFile(`/proc/${name}/stat`, 'latin1').then(toMember, () => null)),
  )
  return found.flatMap((one) => one ?? [])
}

// proc(5): the name of the program is in parentheses and may have any characters.
function toMember(stat: string): Member | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, , group, session] = fields
  // A zombie has ended; only its parent has not heard of it.
  if (state === 'Z') return null
  return {
    pid: parseInt(stat, 10),
    group: Number(group),
    session: Number(session),
    startedAt: fields[19] ?? '',
    memoryBytes: Number(fields[21]) * PAGE_BYTES,
  }
}

async function readPs(): Promise<Member[]> {
  if (IS_WINDOWS) return []
  const { stdout } = await run('ps', ['-axo', 'pid=,pgid=,sess=,rss=,lstart='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, group, session, rss, ...started] = line.trim().split(/\s+/)
    if (pid === undefined || started.length === 0) return []
    return [
      {
        pid: Number(pid),
        group: Number(group),
        session: Number(session),
        startedAt: started.join(' '),
        memoryBytes: Number(rss) * 1_024,
      },
    ]
  })
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPERM'
}
