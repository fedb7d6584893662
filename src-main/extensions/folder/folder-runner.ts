import { GatewayError } from '../../../src-shared/errors.ts'
import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { NotSent } from '../not-sent.ts'
import type { SeenDefinition } from '../packed-definition.ts'
import { jsonFields } from '../schemas/json-fields.ts'
import type { KindParts, KindRunner, SourceHealth, SourceProblem } from '../source-kind.ts'
import type { Definition, SourceTool } from '../source.ts'
import { readFolder, type FolderFile } from './read-folder.ts'
import { runPure } from './run-pure.ts'
import type { ScriptFolder } from './script-folder.ts'
import { ScriptEnd } from './script-host.ts'
import { ScriptPool } from './script-pool.ts'
import { FolderWatch } from './watch-folder.ts'

interface Counts {
  calls: number
  unknown: number
  inFlight: number
  lastError: string | null
  lastErrorAt: number | null
}

/** Runs the scripts of the data folder. There is one folder, so what is kept is that of one source. */
export class FolderRunner implements KindRunner {
  readonly #parts: KindParts<'folder'>
  readonly #folder: ScriptFolder
  readonly #strays: StrayProcesses
  #pool: ScriptPool | undefined
  #watch: FolderWatch | undefined
  #looking: Promise<void> = Promise.resolve()
  #problems: readonly SourceProblem[] = []
  #counts = noCounts()

  constructor(parts: KindParts<'folder'>, folder: ScriptFolder, strays: StrayProcesses) {
    this.#parts = parts
    this.#folder = folder
    this.#strays = strays
  }

  async call(
    tool: SourceTool,
    input: Readonly<Record<string, unknown>>,
    ctx: ToolContext,
    definition: Definition,
  ): Promise<Record<string, unknown>> {
    const { script, outputSchema } = definition
    if (!script || tool.approvedHash === null) throw new Error(`${tool.slug} has no script`)
    const { parse, check, msOf } = this.#parts
    const counts = this.#counts
    counts.calls++
    counts.inFlight++
    try {
      const { signal } = ctx
      const run = { name: tool.original, hash: tool.approvedHash, script, input, signal }
      const output = script.isPure
        ? await runPure(script.code, input, ctx, parse)
        : await this.#processes().run({ ...run, ms: msOf(tool.source), check: () => check(tool) })
      return asDeclared(output, outputSchema)
    } catch (error) {
      throw this.#failureOf(error, tool)
    } finally {
      counts.inFlight--
    }
  }

  /** Reads the folder, one look after another. */
  async look(id: string): Promise<void> {
    const looking = this.#looking.then(() => this.#look(id))
    this.#looking = looking.catch(() => undefined)
    await looking
  }

  open(id: string): void {
    try {
      this.#folder.make()
    } catch (error) {
      // The look below says that it is missing.
      this.#note(error instanceof Error ? error.message : String(error))
    }
    this.#watch ??= new FolderWatch(this.#folder.path, () => this.#lookLater(id))
    this.#watch.start()
    // What was saved while nobody watched.
    this.#lookLater(id)
  }

  forgive(): void {
    this.#counts.lastError = this.#counts.lastErrorAt = null
  }

  async stop(_id: string, why: string): Promise<void> {
    this.#watch?.stop()
    this.#watch = undefined
    await this.#pool?.stop(why)
  }

  async remove(id: string): Promise<void> {
    await this.stop(id, 'was removed')
    this.#problems = []
    this.#counts = noCounts()
  }

  async close(): Promise<void> {
    this.#watch?.stop()
    await this.#pool?.close()
  }

  health(): SourceHealth {
    const pool = this.#pool
    return {
      ...this.#counts,
      ...{ pid: pool?.pid ?? null, isStarting: false, starts: pool?.starts ?? 0 },
      ...{ stderr: pool?.stderr ?? '', problems: this.#problems },
    }
  }

  async memory(): Promise<number> {
    return (await this.#pool?.memory()) ?? 0
  }

  #processes(): ScriptPool {
    return (this.#pool ??= new ScriptPool({
      folder: this.#folder.path,
      start: () => this.#folder.start(),
      strays: this.#strays,
      parse: this.#parts.parse,
    }))
  }

  #lookLater(id: string): void {
    // A look that fails has noted why.
    this.look(id).catch(() => undefined)
  }

  async #look(id: string): Promise<void> {
    const review = this.#parts.reviewerOf(id)
    const source = this.#parts.sourceOf(id)
    if (!source || source.state === 'off') return
    // A folder that was gone is watched again.
    this.#watch?.start()
    try {
      const files = await readFolder(this.#folder.path)
      const known = new Map(this.#parts.toolsOf(id).map((tool) => [tool.original, tool]))
      const problems: SourceProblem[] = []
      const seen: SeenDefinition[] = []
      for (const file of files) {
        const tool = known.get(file.name)
        const read = await this.#read(file, tool)
        if ('message' in read) problems.push(read)
        // With a fault it stays as it was read last.
        const kept = 'message' in read ? tool && asKnown(tool) : read
        if (kept) seen.push(kept)
      }
      this.#problems = problems
      await review(seen, { serverName: null, serverVersion: null })
      this.forgive()
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error))
      throw error
    }
    if (this.#parts.sourceOf(id)?.settings.isEditedHere) await this.#parts.acceptWaiting(id)
  }

  async #read(file: FolderFile, tool: SourceTool | undefined): Promise<SeenDefinition | SourceProblem> {
    if ('problem' in file) return { file: file.file, line: null, message: file.problem }
    if (tool?.seenHash === file.hash) return asKnown(tool)
    const read = await this.#folder.read(file.name, file.file, file.text)
    if (read.kind === 'fault') return { file: file.file, line: read.line, message: read.message }
    // A buffer is only bytes once it has come from a worker.
    return { ...read.seen, packed: Buffer.from(read.seen.packed) }
  }

  #failureOf(error: unknown, { source, original, readOnly }: SourceTool): unknown {
    if (error instanceof NotSent) {
      const { message, isOverload, retryAfterSeconds } = error
      if (isOverload)
        return new GatewayError('overloaded', `${message}.`, { retry_after: retryAfterSeconds ?? 1 })
      return new CallFailed(`${message}. Nothing was run.`, { outcome: 'not_sent', cause: error })
    }
    if (!(error instanceof ScriptEnd)) return error
    const { how, message } = error
    if (how === 'said')
      return new CallFailed(`${original} says: ${sentence(message)}`, { outcome: 'failed' })
    this.#note(`${original} ${message}`)
    if (how === 'refused')
      return new CallFailed(`${original} ${message}. Its output: toolgate sources show ${source}.`, {
        outcome: 'not_sent',
      })
    if (!readOnly) this.#counts.unknown++
    return new CallFailed(`${original} ${message}.${readOnly ? '' : ' It may have acted.'}`, {
      outcome: readOnly ? 'failed' : 'unknown',
      timedOut: how === 'late',
    })
  }

  #note(why: string): void {
    this.#counts.lastError = why
    this.#counts.lastErrorAt = this.#parts.now()
  }
}

function noCounts(): Counts {
  return {
    ...{ calls: 0, unknown: 0, inFlight: 0 },
    lastError: null,
    lastErrorAt: null,
  }
}

// Its definition is stored, and is read from there.
function asKnown({ original: name, seenHash: hash, facts }: SourceTool): SeenDefinition {
  return { name, hash, facts, packed: Buffer.alloc(0), isSafe: facts.isPure === true }
}

function asDeclared(
  output: Record<string, unknown>,
  schema: Definition['outputSchema'],
): Record<string, unknown> {
  if ('_engine' in output)
    throw new ScriptEnd('it gives a member _engine, which is the name of one of the gateway', 'said')
  if (!schema) return output
  const checked = jsonFields(schema).check(output)
  // Leaving a null out would not be what the script gave.
  if (checked.ok && checked.value === output) return output
  const [issue] = checked.ok ? [{ path: 'a member', message: 'must not be null' }] : checked.issues
  const of = issue?.path ? `${issue.path}: ` : ''
  throw new ScriptEnd(
    `its answer is not what its output allows (${of}${issue?.message ?? 'wrong'})`,
    'said',
  )
}

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}
