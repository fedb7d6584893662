import type { Instruction } from './dockerfile-instructions.ts'
import { pairsOf, readRun, shellOf, wordsOf, type Run } from './dockerfile-run.ts'
import { hasFlag } from './dockerfile-shell.ts'

const NOT_POSIX = /pwsh|powershell|cmd/i

/** An instruction of a stage, with what holds before it. */
export interface Step extends Settings {
  readonly instruction: Instruction
  /** What a RUN instruction runs. */
  readonly run: Run | null
}

/** A stage of a build: FROM and what follows; what precedes the first FROM is one, too. */
export interface Stage {
  readonly from: Instruction | null
  /** Its image, as written. */
  readonly image: string
  /** Its name in small letters. */
  readonly name: string | null
  /** The stage that it is built on. */
  readonly parent: Stage | undefined
  /** Names set by ENV and ARG, with the place of the first step that does; -1 for those of the parent. */
  readonly variables: Map<string, number>
  readonly steps: Step[]
  /** What holds at its end. */
  end: Settings
}

interface Settings {
  /** Whether the shell fails if a part of a pipe does. */
  readonly hasPipefail: boolean
  readonly isPipCacheOff: boolean
  readonly hasWorkdir: boolean
}

const NOTHING: Settings = { hasPipefail: false, isPipCacheOff: false, hasWorkdir: false }

/** The stages of a Dockerfile, in order. */
export function stagesOf(instructions: readonly Instruction[]): Stage[] {
  const stages: Stage[] = [stageOf(null, new Map())]
  const named = new Map<string, Stage>()
  for (const instruction of instructions) {
    if (instruction.keyword === 'FROM' && !instruction.onBuild) {
      const next = stageOf(instruction, named)
      stages.push(next)
      if (next.name !== null) named.set(next.name, next)
    }
    const stage = stages.at(-1)!
    const run = instruction.keyword === 'RUN' ? readRun(instruction.text) : null
    stage.steps.push({ instruction, run, ...stage.end })
    follow(instruction, stage)
  }
  return stages
}

function stageOf(from: Instruction | null, named: ReadonlyMap<string, Stage>): Stage {
  const words = from?.text.split(/\s+/).filter((word) => !word.startsWith('--')) ?? []
  const name = /^as$/i.test(words[1] ?? '') ? (words[2]?.toLowerCase() ?? null) : null
  const image = words[0] ?? ''
  const parent = named.get(image.toLowerCase())
  const variables = new Map(Array.from(parent?.variables.keys() ?? [], (key) => [key, -1]))
  // hadolint wants the shell said again in each stage.
  const end = { ...(parent?.end ?? NOTHING), hasPipefail: false }
  return { from, image, name, parent, variables, steps: [], end }
}

function follow({ keyword, text, onBuild }: Instruction, stage: Stage): void {
  if (keyword === 'WORKDIR') stage.end = { ...stage.end, hasWorkdir: true }
  if (onBuild) return
  if (keyword === 'SHELL') stage.end = { ...stage.end, hasPipefail: failsWithPipes(text) }
  const set = keyword === 'ENV' ? pairsOf(text) : keyword === 'ARG' ? argumentsOf(text) : []
  for (const { name, value } of set) {
    if (!stage.variables.has(name)) stage.variables.set(name, stage.steps.length - 1)
    if (keyword === 'ENV' && name === 'PIP_NO_CACHE_DIR' && /^(?:1|true|on|yes)$/i.test(value))
      stage.end = { ...stage.end, isPipCacheOff: true }
  }
}

/** The names that an ARG instruction declares. */
export function argumentsOf(text: string): { readonly name: string; readonly value: string }[] {
  return wordsOf(text).map((word) => ({ name: word.split('=', 1)[0]!, value: '' }))
}

function failsWithPipes(shell: string): boolean {
  if (NOT_POSIX.test(wordsOf(shell)[0] ?? '')) return true
  return shellOf(shell).commands.some(
    (command) =>
      /^(?:.*\/)?(?:bash|zsh|ash)$/.test(command.name) &&
      hasFlag(command, 'o') &&
      command.args.includes('pipefail'),
  )
}
