import { buildHabits } from './dockerfile-builds.ts'
import type { DockerfileFinding, Report } from './dockerfile-finding.ts'
import { globallyIgnored, instructionsOf, type Instruction } from './dockerfile-instructions.ts'
import { moduleHabits } from './dockerfile-modules.ts'
import { packageHabits } from './dockerfile-packages.ts'
import { instructionHabits } from './dockerfile-rules.ts'
import type { Run } from './dockerfile-run.ts'
import { callsWith, flagsOf, hasFlag } from './dockerfile-shell.ts'
import { stagesOf, type Stage } from './dockerfile-stages.ts'

const IN_CONTAINERS = /^(?:ssh|vim|shutdown|service|ps|free|top|kill|mount|ifconfig)$/

/**
 * The rules of hadolint that are on unless somebody asks otherwise, by its numbers
 * (https://github.com/hadolint/hadolint#rules), as far as they can be told from one file. What Docker itself rejects
 * is an error.
 */
export function habitsOf(text: string): DockerfileFinding[] {
  const instructions = instructionsOf(text)
  const found: DockerfileFinding[] = []
  const reportAt =
    ({ line, column }: Instruction): Report =>
    (rule, level, message) =>
      void found.push({ level, line, column, message, rule })
  const stages = stagesOf(instructions)
  for (const stage of stages) {
    for (const [at, step] of stage.steps.entries()) {
      const report = reportAt(step.instruction)
      if (step.run) runHabits(step.run, stage, at, report)
      instructionHabits(stage, at, stages, report)
    }
  }
  buildHabits(stages, reportAt)
  return found
}

/** Leaves out the findings that comments in the file switch off. */
export function withoutIgnored(text: string, findings: readonly DockerfileFinding[]): DockerfileFinding[] {
  const everywhere = globallyIgnored(text)
  const ignored = new Map<number, readonly string[]>()
  for (const { line, lastLine, ignored: rules } of instructionsOf(text))
    if (rules.length > 0) for (let at = line; at <= lastLine; at++) ignored.set(at, rules)
  return findings.filter(({ line, rule }) => !everywhere.has(rule) && !ignored.get(line)?.includes(rule))
}

function runHabits(run: Run, stage: Stage, at: number, report: Report): void {
  const { commands } = run
  const { onBuild } = stage.steps[at]!.instruction
  const names = commands.map(({ name }) => name)
  if (names.includes('sudo')) report('DL3004', 'warning', 'Use gosu or USER instead of sudo')
  const useless = names.find((name) => IN_CONTAINERS.test(name))
  if (useless !== undefined) report('DL3001', 'info', `${useless} makes no sense inside a container`)
  if (!onBuild && names.includes('cd')) report('DL3003', 'warning', 'Use WORKDIR to change the folder')
  if (
    run.hasPipe &&
    !onBuild &&
    !stage.steps[at]!.hasPipefail &&
    !/set\s+-\w*o\s+pipefail/.test(run.script)
  )
    report('DL4006', 'warning', 'Set the SHELL option -o pipefail before a RUN with a pipe')
  if (commands.some((command) => callsWith(command, 'ln', '/bin/sh')))
    report('DL4005', 'warning', 'Use SHELL to change the default shell')
  packageHabits(run, stage.variables, report)
  moduleHabits(run, stage.steps[at]!.isPipCacheOff, report)
  const longId = commands.some(
    (command) =>
      command.name === 'useradd' &&
      !hasFlag(command, 'l', 'no-log-init') &&
      flagsOf(command).some(
        ({ flag, at: place }) =>
          (flag === 'u' || flag === 'uid') &&
          /^\d{6,}$/.test(command.args[place]!.split('=')[1] ?? command.args[place + 1] ?? ''),
      ),
  )
  if (longId) report('DL3046', 'warning', 'useradd without -l writes huge files for a high user number')
  const loud = commands.some(
    (command) =>
      command.name === 'wget' &&
      !command.args.includes('-nv') &&
      !hasFlag(command, 'progress', 'q', 'quiet', 'o', 'output-file', 'a', 'append-output', 'no-verbose'),
  )
  if (loud) report('DL3047', 'info', 'wget without --progress fills the log')
}
