import { GatewayError } from '../../../src-shared/errors.ts'
import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'
import { variablesOf } from '../consent.ts'
import { toSeen } from '../packed-definition.ts'
import { runCommand, type CommandEnd } from '../processes/command-process.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { masked, maskedInTurns, masksOf } from '../secret-masks.ts'
import type { KindParts, KindRunner, SourceHealth } from '../source-kind.ts'
import { SOURCE_LIMITS, type Definition, type SourceTool } from '../source.ts'
import { buildCommand } from './command-argv.ts'
import { areAsAgreed } from './command-consent.ts'
import { toDefinition } from './command-definition.ts'
import { toCommandData } from './command-output.ts'
import type { CommandPlan, CommandSettings } from './command-settings.ts'
import { Places } from './places.ts'

/** What is known of the commands of a source since the start of the gateway. */
interface Known {
  readonly places: Places
  readonly ends: Set<AbortController>
  starts: number
  calls: number
  unknown: number
  lastError: string | null
  lastErrorAt: number | null
  stderr: string
}

/** The words of a failure are as long as those of other sources. */
const WORDS = 2_000

/** Runs commands of the owner's: a process for each call, and none between them. */
export class CommandRunner implements KindRunner {
  readonly #parts: KindParts<'command'>
  readonly #strays: StrayProcesses
  readonly #known = new Map<string, Known>()
  #isClosed = false

  constructor(parts: KindParts<'command'>, strays: StrayProcesses) {
    this.#parts = parts
    this.#strays = strays
  }

  async call(
    tool: SourceTool,
    input: Readonly<Record<string, unknown>>,
    { signal }: ToolContext,
    { command: plan }: Definition,
  ): Promise<Record<string, unknown>> {
    if (!plan) throw new Error(`${tool.slug} has no command`)
    const known = this.#of(tool.source)
    const place = known.places.enter()
    if (place === null)
      throw new GatewayError('overloaded', `${tool.source} has too many calls waiting.`, { retry_after: 1 })
    await place
    const ended = new AbortController()
    known.ends.add(ended)
    known.calls++
    try {
      return await this.#run({ tool, plan, input, signal: AbortSignal.any([signal, ended.signal]) }, known)
    } catch (error) {
      if (error instanceof CallFailed && error.outcome === 'unknown') known.unknown++
      if (error instanceof CallFailed && error.outcome !== 'failed') this.#note(known, error.message)
      throw error
    } finally {
      known.ends.delete(ended)
      known.places.leave()
    }
  }

  /** Lists the commands as they were agreed to. */
  async look(id: string): Promise<void> {
    const review = this.#parts.reviewerOf(id)
    const source = this.#parts.sourceOf(id)
    if (!source) return
    const seen = source.settings.commands.map((command) => toSeen(toDefinition(command)))
    await review(seen, { serverName: null, serverVersion: null })
  }

  forgive(id: string): void {
    const known = this.#of(id)
    known.lastError = known.lastErrorAt = null
  }

  /** Ends what runs; each of its calls is told when its process is gone. */
  async stop(id: string): Promise<void> {
    for (const end of this.#of(id).ends) end.abort()
  }

  async remove(id: string): Promise<void> {
    await this.stop(id)
    this.#known.delete(id)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#known.keys()].map((id) => this.stop(id)))
  }

  health(id: string): SourceHealth {
    const { places, ends: _ends, ...known } = this.#of(id)
    return { ...known, pid: null, isStarting: false, inFlight: places.taken }
  }

  async memory(): Promise<number> {
    return 0
  }

  #of(id: string): Known {
    let known = this.#known.get(id)
    if (!known) {
      const places = new Places(SOURCE_LIMITS.inFlight, SOURCE_LIMITS.waiting)
      const counts = { starts: 0, calls: 0, unknown: 0, lastError: null, lastErrorAt: null, stderr: '' }
      this.#known.set(id, (known = { places, ends: new Set(), ...counts }))
    }
    return known
  }

  async #run({ tool, plan, input, signal }: CommandCall, known: Known): Promise<Record<string, unknown>> {
    const { source: id } = tool
    const source = this.#parts.sourceOf(id)
    if (!source || this.#isClosed) throw notRun(`${id} was ended`)
    await this.#refuseOthers(id, source.settings)
    const { command, args, stdin } = buildCommand(plan, input)
    const secrets = await this.#parts.secretsOf(id)
    const masks = masksOf([...secrets.values()])
    const mask = (text: string): string => masked(text, masks)
    const env = variablesOf({ ...source.settings, ...NO_PROGRAM }, (name) => secrets.get(name) ?? '')
    this.#parts.check(tool)
    if (signal.aborted) throw notRun('The caller has left')
    known.starts++
    const end = await runCommand({ command, args, cwd: source.settings.cwd, env }, stdin, {
      ...{ ms: this.#parts.msOf(id), signal, strays: this.#strays },
    })
    if (end.kind !== 'not_started') known.stderr = mask(end.stderr)
    if (end.kind !== 'exit') throw failureOf(end, tool)
    if (!plan.exit_codes.includes(end.code)) throw ownFailure(tool, end, mask)
    return {
      exit_code: end.code,
      ...(await toCommandData(plan, end.printed, {
        parse: this.#parts.parse,
        mask: (text) => maskedInTurns(text, masks),
      })),
    }
  }

  async #refuseOthers(id: string, settings: CommandSettings): Promise<void> {
    if (areAsAgreed(settings)) return
    const why = 'does not run, because a program is not the one that you agreed to'
    await this.#parts.broke(id, why)
    throw notRun(`${id} ${why}. Look at it and agree again: toolgate sources start ${id}`)
  }

  #note(known: Known, why: string): void {
    known.lastError = why
    known.lastErrorAt = this.#parts.now()
  }
}

interface CommandCall {
  readonly tool: SourceTool
  readonly plan: CommandPlan
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Variables do not depend on the program. */
const NO_PROGRAM = { command: '', args: [], program: { file: '', changedAt: 0, bytes: 0 } }

function failureOf(
  end: Exclude<CommandEnd, { kind: 'exit' }>,
  { source, original, readOnly }: SourceTool,
): CallFailed {
  if (end.kind === 'not_started')
    return notRun(`${original} of ${source} could not be started (${end.why})`)
  return new CallFailed(`${original} ${end.why}.${readOnly ? '' : ' It may have acted.'}`, {
    outcome: readOnly ? 'failed' : 'unknown',
    timedOut: end.isLate,
  })
}

// A program that says that it has failed is believed, as a server is.
function ownFailure(
  { original }: SourceTool,
  { code, stderr, printed }: Extract<CommandEnd, { kind: 'exit' }>,
  mask: (text: string) => string,
): CallFailed {
  const said = mask(
    (stderr.trim() === '' ? printed.subarray(-WORDS).toString('utf8') : stderr).trim(),
  ).slice(-WORDS)
  const words = said === '' ? '.' : `: ${said.toWellFormed()}`
  return new CallFailed(`${original} ended with ${code}${words}`, { outcome: 'failed' })
}

function notRun(message: string): CallFailed {
  return new CallFailed(`${message}. Nothing was run.`, { outcome: 'not_sent' })
}
