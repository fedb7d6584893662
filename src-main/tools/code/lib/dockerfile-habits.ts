import type { DockerfileFinding, Report } from './dockerfile-finding.ts'
import { instructionsOf, type Instruction } from './dockerfile-instructions.ts'
import { packageHabits } from './dockerfile-packages.ts'

/**
 * The rules of hadolint that people meet most, by its numbers (https://github.com/hadolint/hadolint#rules), as
 * far as they can be told from one file. What Docker itself rejects is an error.
 */
export function habitsOf(text: string): DockerfileFinding[] {
  const instructions = instructionsOf(text)
  const found: DockerfileFinding[] = []
  let stage = newStage(null, new Set())
  for (const [at, one] of instructions.entries()) {
    const report: Report = (rule, level, message) =>
      void found.push({ level, line: one.line, column: one.column, message, rule })
    if (one.keyword === 'FROM') stage = newStage(one, stage.earlier)
    if (one.keyword === 'RUN') runHabits(one, stage, report)
    else copyHabits(one, stage, report)
    instructionHabits(one, instructions[at - 1], stage, report)
    stage.seen.add(one.keyword)
    if (one.keyword === 'SHELL') stage.shell = one.text
    if (one.keyword === 'FROM' && stage.name !== null) stage.earlier.add(stage.name)
  }
  return [...found, ...stageHabits(instructions)]
}

/** What is known at a place in a stage. */
interface Stage {
  /** Its name in small letters. */
  readonly name: string | null
  /** Whether it is built on another stage of the file. */
  readonly inherits: boolean
  /** The names of the stages up to here. */
  readonly earlier: Set<string>
  /** The instructions that it has so far. */
  readonly seen: Set<string>
  /** Names set by ENV. */
  readonly env: Set<string>
  shell: string
}

function newStage(from: Instruction | null, earlier: Set<string>): Stage {
  const words = from?.text.split(/\s+/).filter((word) => !word.startsWith('--')) ?? []
  const name = /^as$/i.test(words[1] ?? '') ? (words[2]?.toLowerCase() ?? null) : null
  const inherits = earlier.has((words[0] ?? '').toLowerCase())
  return { name, inherits, earlier, seen: new Set(), env: new Set(), shell: '' }
}

function runHabits({ text }: Instruction, { shell }: Stage, report: Report): void {
  const commands = text.split(/&&|\|\||[;|]/).map((command) => command.trim().replace(/^(?:--\S+\s+)+/, ''))
  const words = commands.map((command) => command.split(/\s+/)[0] ?? '')
  if (words.includes('sudo')) report('DL3004', 'warning', 'Use gosu or USER instead of sudo')
  const useless = words.find((word) =>
    /^(?:ssh|vim|shutdown|service|ps|free|top|kill|mount|ifconfig)$/.test(word),
  )
  if (useless !== undefined) report('DL3001', 'info', `${useless} makes no sense inside a container`)
  if (words[0] === 'cd' && words.length > 1) report('DL3003', 'warning', 'Use WORKDIR to change the folder')
  if (/(?<![|&])\|(?!\|)/.test(text.replace(/"[^"]*"|'[^']*'/g, '')) && !hasPipefail(text, shell))
    report('DL4006', 'warning', 'Set the SHELL option -o pipefail before a RUN with a pipe')
  if (commands.some((command) => /^ln\s+.*\/bin\/sh$/.test(command)))
    report('DL4005', 'warning', 'Use SHELL to change the default shell')
  packageHabits(commands, report)
}

function hasPipefail(text: string, shell: string): boolean {
  return /pipefail|pwsh|powershell|cmd/i.test(shell) || /set\s+-\w*o\s+pipefail|^\s*\[/.test(text)
}

function copyHabits(
  { keyword, text }: Instruction,
  { seen, name, earlier, inherits }: Stage,
  report: Report,
): void {
  if (keyword !== 'COPY' && keyword !== 'ADD') return
  const paths = text.startsWith('[')
    ? []
    : text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('--'))
  const target = paths.at(-1) ?? ''
  const sources = paths.slice(0, -1)
  if (keyword === 'ADD' && sources.length > 0)
    if (
      !sources.some((source) =>
        /^(?:https?|git|ssh):|^git@|\.(?:tar|gz|tgz|bz2|xz|zst|txz|lzma|Z)$|\$|<</i.test(source),
      )
    )
      report('DL3020', 'warning', 'Use COPY instead of ADD for files and folders')
  if (sources.length > 1 && !/[/$}]$|^\.{1,2}$/.test(target) && !target.startsWith('$'))
    report('DL3021', 'error', 'COPY of several sources needs a target that ends with /')
  const from = /(?:^|\s)--from=(\S+)/.exec(text)?.[1]?.toLowerCase()
  if (from !== undefined && from === name)
    report('DL3023', 'error', 'COPY --from cannot name its own stage')
  else if (from !== undefined && !/[:/$@.]|^\d+$/.test(from) && !earlier.has(from))
    report('DL3022', 'warning', 'COPY --from should name a stage before it')
  const isRelative = target !== '' && !/^[/$"'\\]|^[A-Za-z]:/.test(target)
  if (isRelative && keyword === 'COPY' && !seen.has('WORKDIR') && !inherits)
    report('DL3045', 'warning', 'COPY to a relative place needs a WORKDIR before it')
}

function instructionHabits(
  { keyword, text }: Instruction,
  previous: Instruction | undefined,
  { seen, env }: Stage,
  report: Report,
): void {
  if (keyword === 'EXPOSE')
    for (const port of text.split(/\s+/)) {
      const [, from = '', to = from] = /^(\d+)(?:-(\d+))?(?:\/\w+)?$/.exec(port) ?? []
      if (Number(from) > 65_535 || Number(to) > 65_535)
        report('DL3011', 'error', `Ports end at 65535: ${port.slice(0, 40)}`)
      else if (Number(to) < Number(from))
        report('DL3011', 'error', `A range of ports must not go down: ${port.slice(0, 40)}`)
    }
  if ((keyword === 'CMD' || keyword === 'ENTRYPOINT') && !text.startsWith('['))
    report(
      'DL3025',
      'warning',
      `Write the arguments of ${keyword} as a JSON list, so that signals reach the program`,
    )
  if (keyword === 'FROM' && /^--platform=(?!\$)/i.test(text))
    report('DL3029', 'warning', 'A fixed --platform builds for no other')
  if (seen.has(keyword) && ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].includes(keyword)) {
    const rule = { CMD: 'DL4003', ENTRYPOINT: 'DL4004', HEALTHCHECK: 'DL3012' }[keyword]!
    report(rule, 'warning', `Only the last ${keyword} of a stage counts`)
  }
  if (keyword === 'ENV') {
    const names = Array.from(text.matchAll(/(?:^|\s)(\w+)=/g), ([, name]) => name!)
    const own = new Set(names.filter((name) => !env.has(name)))
    const used = Array.from(text.matchAll(/\$\{?(\w+)/g), ([, name]) => name!).find((name) => own.has(name))
    if (used !== undefined) report('DL3044', 'warning', `${used} is not known yet in the ENV that sets it`)
    for (const name of names) env.add(name)
  }
  if (
    keyword === 'RUN' &&
    previous?.keyword === 'RUN' &&
    ![text, previous.text].some((one) => /^--|<</.test(one))
  )
    report('DL3059', 'info', 'Join RUN instructions that follow each other')
}

function stageHabits(instructions: readonly Instruction[]): DockerfileFinding[] {
  const found: DockerfileFinding[] = []
  const start = instructions.findLastIndex(({ keyword }) => keyword === 'FROM')
  const last = instructions.slice(Math.max(0, start))
  const user = last.findLast(({ keyword }) => keyword === 'USER')
  if (user && /^(?:root|0)(?::\S*)?$/.test(user.text))
    found.push({
      level: 'warning',
      line: user.line,
      column: user.column,
      message: 'The last USER should not be root',
      rule: 'DL3002',
    })
  const runs = last.filter(({ keyword }) => keyword === 'RUN')
  const [curl, wget] = ['curl', 'wget'].map((name) =>
    runs.find(({ text }) => new RegExp(`(?:^|[;&|]\\s*)${name}\\s`).test(text)),
  )
  if (curl && wget) {
    const { line, column } = curl.line > wget.line ? curl : wget
    found.push({ level: 'warning', line, column, message: 'Use either curl or wget', rule: 'DL4001' })
  }
  return found
}
