import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { refused } from '../source-refusals.ts'
import { npmFailure } from './npm-failure.ts'
import { readPackageSpec, specText, type PackageSpec } from './package-spec.ts'
import type { PackagePlan, PinnedPackage } from './pinned-package.ts'
import { readLock } from './read-lock.ts'
import { runNpm } from './run-npm.ts'

/** The folder of installed packages, below the data folder. */
export const PACKAGES_FOLDER = 'packages'

const PLAN_MS = 120_000
const INSTALL_MS = 300_000
const ASK_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** A plan that was shown is kept so long, so that agreeing to it does not ask the registry again. */
const KEPT_MS = 60 * 60 * 1_000
const MOST_KEPT = 20

/** What packages are installed with. */
export interface PackageParts {
  /** Null for an instance that keeps nothing on disk. */
  readonly dataDir: string | null
  readonly strays: StrayProcesses
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Servers that are packages of npm: worked out first, installed at exactly those versions once their owner has agreed,
 * and started from the data folder with nothing in between.
 */
export class NpmPackages {
  readonly #parts: PackageParts
  readonly #plans = new Map<string, { readonly plan: PackagePlan; readonly at: number }>()
  readonly #newest = new Map<string, { readonly version: string | null; readonly at: number }>()
  /** When each folder was installed; one whose source is not stored yet is in use. */
  readonly #installed = new Map<string, number>()
  readonly #closed = new AbortController()

  constructor(parts: PackageParts) {
    this.#parts = parts
  }

  /**
   * Works out what a package is and everything that it needs. Nothing is installed or run.
   * @throws GatewayError validation_error
   */
  async plan(text: string): Promise<PackagePlan> {
    const spec = readPackageSpec(text)
    const kept = this.#plans.get(specText(spec))
    if (kept && kept.at > this.#parts.now() - KEPT_MS) return kept.plan
    const plan = await this.#workOut(spec)
    // Under its exact version alone: a tag or a range may mean another one the next time.
    this.#keep(specText(plan), plan)
    return plan
  }

  /** The folder that a package is installed in. @throws GatewayError for an instance that keeps nothing on disk */
  folderOf({ name, version, tree }: PinnedPackage): string {
    return join(this.#root, `${name.replace('/', '+')}@${version}-${tree.slice(0, 12)}`)
  }

  /** The script that a package runs. */
  entryOf(plan: PackagePlan): string {
    return join(this.folderOf(plan), 'node_modules', ...plan.name.split('/'), ...plan.entry.split('/'))
  }

  /** Installs exactly what was shown, or nothing. @throws GatewayError validation_error */
  async install(plan: PackagePlan): Promise<void> {
    mkdirSync(this.#root, { recursive: true, mode: 0o700 })
    const folder = this.folderOf(plan)
    const fresh = join(this.#root, `.new-${randomBytes(6).toString('hex')}`)
    this.#installed.set(fresh, this.#parts.now())
    try {
      mkdirSync(fresh, { mode: 0o700 })
      await writeFile(join(fresh, 'package.json'), toManifest(plan))
      await writeFile(join(fresh, 'package-lock.json'), plan.lock)
      await this.#npm(['ci', '--omit=dev'], { cwd: fresh, ms: INSTALL_MS }, specText(plan))
      const entry = this.entryOf(plan).replace(folder, fresh)
      if (!existsSync(entry) || !realpathSync(entry).startsWith(realpathSync(fresh) + sep))
        throw refused('package', `${plan.name} has no file ${plan.entry}, which it names as its program`)
      refuseOtherPrograms(entry, plan)
      await replaceFolder(folder, fresh)
      this.#installed.set(folder, this.#parts.now())
    } finally {
      this.#installed.delete(fresh)
      await rm(fresh, { recursive: true, force: true })
    }
  }

  /** Deletes what no source uses. @param used the packages of all sources */
  async sweep(used: readonly PinnedPackage[]): Promise<void> {
    const { dataDir } = this.#parts
    if (dataDir === null || !existsSync(this.#root)) return
    const kept = new Set(used.map((one) => this.folderOf(one)))
    const fresh = (folder: string): boolean =>
      (this.#installed.get(folder) ?? 0) > this.#parts.now() - KEPT_MS
    const others = readdirSync(this.#root)
      .map((name) => join(this.#root, name))
      .filter((folder) => !kept.has(folder) && !fresh(folder))
    await Promise.all(others.map((folder) => rm(folder, { recursive: true, force: true })))
  }

  /** The newest version of a package that the registry has told, where that is another; null for none. */
  newerThan({ name, version }: PinnedPackage): string | null {
    const newest = this.#newest.get(name)?.version ?? null
    return newest === version ? null : newest
  }

  /** Asks the registry for the newest version; without an answer, what was told before stays. */
  async askNewest({ name }: PinnedPackage): Promise<void> {
    const before = this.#newest.get(name)
    this.#newest.set(name, { version: before?.version ?? null, at: this.#parts.now() })
    try {
      const args = ['view', `${name}@latest`, 'version']
      const printed = await this.#npm(args, { cwd: this.#root, ms: ASK_MS }, name)
      const version = z.string().max(100).parse(parseJson(printed))
      this.#newest.set(name, { version, at: this.#parts.now() })
    } catch {
      // Offline, for example; the server runs as it is, and the next start or look asks again.
    }
  }

  /** The same, once a day at most. */
  askNewestSometimes(pinned: PinnedPackage): void {
    const asked = this.#newest.get(pinned.name)
    if (!asked || asked.at <= this.#parts.now() - DAY_MS) void this.askNewest(pinned)
  }

  /** Ends whatever npm does. */
  close(): void {
    this.#closed.abort()
  }

  get #root(): string {
    const { dataDir } = this.#parts
    if (dataDir !== null) return join(dataDir, PACKAGES_FOLDER)
    throw refused('package', 'This gateway keeps nothing on disk, so no package can be installed')
  }

  async #workOut(spec: PackageSpec): Promise<PackagePlan> {
    const folder = await mkdtemp(join(tmpdir(), 'toolgate-npm-'))
    try {
      await writeFile(join(folder, 'package.json'), toManifest(null))
      const args = [
        'install',
        specText(spec),
        '--package-lock-only',
        '--save-exact',
        '--lockfile-version=3',
      ]
      await this.#npm(args, { cwd: folder, ms: PLAN_MS }, specText(spec))
      return readLock(await readFile(join(folder, 'package-lock.json'), 'utf8'), spec.name)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** @returns what it printed */
  async #npm(
    args: readonly string[],
    bounds: { readonly cwd: string; readonly ms: number },
    wanted: string,
  ): Promise<string> {
    const { strays } = this.#parts
    const end = await runNpm(args, { ...bounds, strays, signal: this.#closed.signal })
    if (end.kind === 'not_started') throw refused('package', `npm could not be started (${end.why})`)
    if (end.kind === 'cut') throw refused('package', `npm ${end.why}`)
    const printed = end.printed.toString('utf8')
    if (end.code !== 0) throw refused('package', npmFailure(printed, end.stderr, wanted))
    return printed
  }

  #keep(spec: string, plan: PackagePlan): void {
    this.#plans.delete(spec)
    this.#plans.set(spec, { plan, at: this.#parts.now() })
    for (const oldest of [...this.#plans.keys()].slice(0, -MOST_KEPT)) this.#plans.delete(oldest)
  }
}

/** A package's plan without what only an installation needs. */
export function pinOf({ name, version, integrity, tree }: PackagePlan): PinnedPackage {
  return { name, version, integrity, tree }
}

// One name for all, because the lockfile has it and is hashed.
function toManifest(plan: PackagePlan | null): string {
  const dependencies = plan ? { [plan.name]: plan.version } : {}
  return JSON.stringify({ name: 'toolgate-server', version: '1.0.0', private: true, dependencies })
}

// A program for another interpreter would fail in words that nobody understands.
function refuseOtherPrograms(entry: string, { name }: PackagePlan): void {
  const [line = ''] = readFileSync(entry, 'utf8').split('\n', 1)
  if (!line.startsWith('#!') || /\bnode\b/.test(line)) return
  throw refused('package', `${name} is started by ${line.slice(2, 80).trim()}, and not by Node.js`)
}

async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`
  if (existsSync(folder)) await rename(folder, old)
  await rename(fresh, folder)
  await rm(old, { recursive: true, force: true })
}
