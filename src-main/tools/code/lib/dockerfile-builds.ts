import type { Report } from './dockerfile-finding.ts'
import type { Instruction } from './dockerfile-instructions.ts'
import { isMounted, removes } from './dockerfile-packages.ts'
import { ARCHIVE } from './dockerfile-rules.ts'
import { wordsOf, type Run } from './dockerfile-run.ts'
import { callsWith, operandsOf, type ShellCommand } from './dockerfile-shell.ts'
import type { Stage } from './dockerfile-stages.ts'

type ReportAt = (instruction: Instruction) => Report

/** What hadolint asks of whole stages, and of those that end up in the image. */
export function buildHabits(stages: readonly Stage[], reportAt: ReportAt): void {
  const bases = new Set(stages.map(({ image }) => image.toLowerCase()))
  for (const [at, stage] of stages.entries()) {
    userHabits(stage, reportAt)
    downloadHabits(stage, reportAt)
    archiveHabits(stage, reportAt)
    // What another stage leaves behind is thrown away with it.
    const isKept = at === stages.length - 1 || (stage.name !== null && bases.has(stage.name))
    if (isKept) leftoverHabits(stage, reportAt)
  }
}

function userHabits({ steps }: Stage, reportAt: ReportAt): void {
  const user = steps.findLast(({ instruction }) => instruction.keyword === 'USER')?.instruction
  if (user && /^(?:root|0)(?::\S*)?$/.test(user.text))
    reportAt(user)('DL3002', 'warning', 'The last USER should not be root')
}

function downloadHabits({ steps }: Stage, reportAt: ReportAt): void {
  const seen = new Set<string>()
  for (const { run, instruction } of steps) {
    const used = run?.commands.map(({ name }) => name).filter((name) => name === 'curl' || name === 'wget')
    if (!used || used.length === 0) continue
    for (const name of used) seen.add(name)
    if (seen.size > 1) reportAt(instruction)('DL4001', 'warning', 'Use either curl or wget')
  }
}

function leftoverHabits({ steps }: Stage, reportAt: ReportAt): void {
  for (const { run, instruction } of steps) {
    if (!run) continue
    if (leavesLists(run))
      reportAt(instruction)('DL3009', 'info', 'Delete /var/lib/apt/lists after installing')
    const cleaned = run.commands.findLastIndex(
      ({ name, args }) => name === 'yarn' && args.includes('cache') && args.includes('clean'),
    )
    const installed = run.commands.findIndex((command) => callsWith(command, 'yarn', 'install'))
    if (installed !== -1 && cleaned < installed && !isMounted(run, '.cache/yarn'))
      reportAt(instruction)('DL3060', 'info', 'Run yarn cache clean after installing')
  }
}

function leavesLists(run: Run): boolean {
  const isMountedWhole = isMounted(run, '/var/lib/apt') && isMounted(run, '/var/cache/apt')
  return (
    run.commands.some((command) => callsWith(command, 'apt apt-get aptitude', 'update')) &&
    !run.commands.some((command) => removes(command, '/var/lib/apt/lists')) &&
    !isMounted(run, '/var/lib/apt/lists') &&
    !isMountedWhole
  )
}

function archiveHabits({ steps }: Stage, reportAt: ReportAt): void {
  const copied = new Map<string, Instruction>()
  const reported = new Set<Instruction>()
  for (const { run, instruction } of steps) {
    if (instruction.keyword === 'COPY' && !/--from=/.test(instruction.text)) {
      const paths = wordsOf(instruction.text).filter((word) => !word.startsWith('--'))
      const names = ARCHIVE.test(paths.at(-1) ?? '') ? paths.slice(-1) : paths.slice(0, -1)
      for (const name of names) if (ARCHIVE.test(name)) copied.set(fileOf(name), instruction)
    }
    for (const command of run?.commands.filter(unpacks) ?? [])
      for (const name of operandsOf(command)) {
        const copy = copied.get(fileOf(name))
        if (!copy || reported.has(copy)) continue
        reported.add(copy)
        reportAt(copy)('DL3010', 'info', 'Use ADD to unpack an archive')
      }
  }
}

function fileOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function unpacks({ name, args }: ShellCommand): boolean {
  if (name === 'tar') return args.some((arg) => /^--(?:extract|get)$|^-\w*x/.test(arg))
  return /^(?:unzip|gunzip|bunzip2|unlzma|unxz|zgz|uncompress|zcat|gzcat)$/.test(name)
}
