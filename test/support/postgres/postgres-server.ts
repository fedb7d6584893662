import { spawn, type ChildProcessByStdio } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { waitUntil } from '../wait-until.ts'
import { PROGRAMS } from './missing-postgres.ts'

/** PostgreSQL refuses to run as root, so root starts it as this user, who may do nothing. */
const NOBODY = 65_534

// Starts and ends the server as it is told. When nobody can tell it anything any more, because this process is gone
// however it ended, it ends the server and removes the folder.
const WATCH = `
while read -r what; do
  if [ "$what" = start ]; then "$1" -D "$2/data" -k "$2" -c listen_addresses= $3 >>"$2/log" 2>&1 & server=$!
  else kill "-$what" $server; wait $server; fi
done
kill -QUIT $server; wait $server; rm -rf "$2"
`
/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10
/** What is lost with the power of the machine is of no interest to a test, only what is lost with a process. */
const SETTINGS = {
  fsync: 'off',
  shared_buffers: '16MB',
  max_connections: '150',
  autovacuum: 'off',
  max_wal_size: '128MB',
  deadlock_timeout: '50ms',
}

/** A PostgreSQL of the packages, in a folder that goes with it. It listens on a socket in that folder alone. */
export class PostgresServer {
  readonly #folder: string
  readonly #watch: ChildProcessByStdio<Writable, null, null>

  private constructor(folder: string, watch: ChildProcessByStdio<Writable, null, null>) {
    this.#folder = folder
    this.#watch = watch
  }

  /** @param changed settings that differ from those of other tests */
  static async start(changed: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    makeLinks()
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolgate-pg-'))
    if (user.uid) chownSync(folder, user.uid, user.gid)
    const bin = join(programsFor(user.uid, folder), 'bin')
    const options = { ...user, cwd: folder, env: { LC_ALL: 'C' } }
    const how = [
      '-U',
      'toolgate',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--wal-segsize=1',
    ]
    const made = spawn(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...how], {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const code = await new Promise((resolve, reject) => made.once('error', reject).once('close', resolve))
    if (code !== 0) throw new Error(`initdb ended with ${String(code)}`)
    const settings = Object.entries({ ...SETTINGS, ...changed }).map(
      ([name, value]) => `-c ${name}=${value}`,
    )
    const args = ['-c', WATCH, 'sh', join(bin, 'postgres'), folder, settings.join(' ')]
    const watch = spawn('/bin/sh', args, { ...options, stdio: ['pipe', 'ignore', 'ignore'] })
    const server = new PostgresServer(folder, watch)
    await server.restart()
    // Neither the shell nor its input keeps a worker of the tests alive.
    watch.unref()
    return server
  }

  /** The folder of its socket, which clients take for a host. */
  get host(): string {
    return this.#folder
  }

  /** What it has said. */
  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8')
  }

  /** The processor time of all of its processes so far, in milliseconds; 0 where the system does not tell. */
  cpuMs(): number {
    if (process.platform !== 'linux') return 0
    const main = readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]!
    const times = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ticksOf(name, main))
    return times.reduce((sum, ticks) => sum + ticks, 0) * MS_PER_TICK
  }

  /** Ends all of its processes at once, in the middle of what they do. */
  crash(): void {
    this.#tell('QUIT')
  }

  /** Starts it after a crash. */
  async restart(): Promise<void> {
    this.#tell('start')
    await waitUntil(() => this.#answers(), `PostgreSQL starts: ${this.#folder}/log`)
  }

  /** Runs SQL on a connection of its own. @returns the rows of the last statement */
  async run<Row>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ host: this.#folder, user: 'toolgate', database: 'postgres' })
    // A server that starts refuses it, and then ends the socket under the client, which says so apart from its promise.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const results: unknown = await client.query(sql)
      const last = Array.isArray(results) ? results.at(-1) : results
      return (last as pg.QueryResult).rows as Row[]
    } finally {
      await client.end()
    }
  }

  /** Ends it, and removes its folder. */
  async stop(): Promise<void> {
    this.#watch.ref()
    const ended = new Promise((resolve) => this.#watch.once('close', resolve))
    this.#watch.stdin.end()
    await ended
  }

  #tell(what: 'start' | 'QUIT'): void {
    this.#watch.stdin.write(`${what}\n`)
  }

  async #answers(): Promise<boolean> {
    try {
      await this.run('SELECT 1')
      return true
    } catch {
      return false // it is still starting
    }
  }
}

/** The time of a process of the server, with that of its children that have ended. */
function ticksOf(pid: string, main: string): number {
  try {
    // After the name in brackets: state, parent, and from the twelfth the times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    if (pid !== main && fields[1] !== main) return 0
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0 // it has ended meanwhile
  }
}

/** npm packs no links, and scripts of packages do not run, so the links between the libraries are made here. */
function makeLinks(): void {
  const links = JSON.parse(readFileSync(join(PROGRAMS, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(PROGRAMS, '..', target)
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Made before, or by another worker meanwhile.
      if (!existsSync(link)) throw error
    }
  }
}

/** The programs, copied where their user cannot reach them: a checkout may lie in root's own folder. */
function programsFor(uid: number | undefined, folder: string): string {
  const programs = realpathSync(PROGRAMS)
  if (uid === undefined || canOthersReach(programs)) return programs
  const copy = join(folder, 'native')
  cpSync(PROGRAMS, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function canOthersReach(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o005) === 0o005
  return isOpen && (dirname(folder) === folder || canOthersReach(dirname(folder)))
}
