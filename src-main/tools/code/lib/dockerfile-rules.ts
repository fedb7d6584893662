import type { Report } from './dockerfile-finding.ts'
import type { Instruction } from './dockerfile-instructions.ts'
import { pairsOf, wordsOf } from './dockerfile-run.ts'
import { argumentsOf, type Stage } from './dockerfile-stages.ts'

/** What ADD unpacks. */
export const ARCHIVE = /\.(?:tar|Z|bz2|gz|lz|lzma|tZ|tb2|tbz|tbz2|tgz|tlz|tpz|txz|xz|zst|tzst)$/
const REMOTE = /^(?:https?|git|ssh):|^git@|\$|<</i
/** Parts of names that hadolint takes for secrets. */
const SECRET = /access_key|api_key|client_key|password|private|secret|token|username/i

/** What hadolint asks of an instruction and of those before it in its stage. */
export function instructionHabits(
  stage: Stage,
  at: number,
  stages: readonly Stage[],
  report: Report,
): void {
  const { instruction, hasWorkdir } = stage.steps[at]!
  const { keyword, text } = instruction
  if (keyword === 'FROM') fromHabits(instruction, stage, report)
  if (keyword === 'COPY' || keyword === 'ADD') copyHabits(instruction, hasWorkdir, stage, stages, report)
  if (keyword === 'EXPOSE') portHabits(text, report)
  if (keyword === 'LABEL' && pairsOf(text).some(({ name }) => !isLabelKey(name)))
    report('DL3048', 'info', 'A key of a label has small letters, digits and single . - _ / between them')
  if (keyword === 'ENV') environmentHabits(text, stage, at, report)
  if (keyword === 'ARG' && argumentsOf(text).some(({ name }) => SECRET.test(name))) secret(report)
  const command = keyword === 'HEALTHCHECK' ? /^(?:--\S+\s+)*CMD\s+([^]*)$/i.exec(text)?.[1] : text
  if (/^(?:CMD|ENTRYPOINT|HEALTHCHECK)$/.test(keyword) && command !== undefined && !command.startsWith('['))
    report(
      'DL3025',
      'warning',
      `Write the arguments of ${keyword} as a JSON list, so that signals reach the program`,
    )
  if (isRepeated(stage, at)) {
    const rule = { CMD: 'DL4003', ENTRYPOINT: 'DL4004', HEALTHCHECK: 'DL3012' }[keyword]!
    report(rule, 'warning', `Only the last ${keyword} of a stage counts`)
  }
  if (isJoinable(stage, at)) report('DL3059', 'info', 'Join RUN instructions that follow each other')
}

const SEEN = new WeakMap<Stage, Map<string, number>>()

function isRepeated(stage: Stage, at: number): boolean {
  const { keyword, onBuild } = stage.steps[at]!.instruction
  if (onBuild || !['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].includes(keyword)) return false
  const seen = SEEN.get(stage) ?? new Map<string, number>()
  SEEN.set(stage, seen)
  const first = seen.get(keyword) ?? at
  seen.set(keyword, first)
  return first < at
}

// Longer ones are apart on purpose, and so are those with other mounts.
function isJoinable({ steps }: Stage, at: number): boolean {
  const [run, previous] = [steps[at], steps[at - 1]].map((step) =>
    step?.instruction.onBuild ? null : step?.run,
  )
  if (!run || !previous || run.flags !== previous.flags) return false
  return [run, previous].every(({ commands, script }) => commands.length <= 1 && !script.includes('<<'))
}

function fromHabits({ text }: Instruction, { name }: Stage, report: Report): void {
  const platform = /^--platform=(\S+)/i.exec(text)?.[1]?.replaceAll(/["']/g, '')
  if (platform !== undefined && !/BUILDPLATFORM|TARGETPLATFORM/.test(platform))
    report('DL3029', 'warning', 'A fixed --platform builds for no other')
  if (platform !== undefined && /^\$(?:TARGETPLATFORM|\{TARGETPLATFORM\})$/.test(platform))
    report('DL3065', 'warning', 'The platform of the target is the default: leave --platform out')
  if (name === 'scratch' || name === 'context')
    report('DL3063', 'warning', `${name} means something else: give the stage another name`)
}

function copyHabits(
  { keyword, text }: Instruction,
  hasWorkdir: boolean,
  stage: Stage,
  stages: readonly Stage[],
  report: Report,
): void {
  const flags = /^(?:--\S+\s+)*/.exec(text)![0]
  const paths = wordsOf(text.slice(flags.length).split('\n', 1)[0]!)
  const target = paths.at(-1) ?? ''
  const sources = paths.slice(0, -1)
  if (keyword === 'ADD' && !sources.every((source) => REMOTE.test(source) || ARCHIVE.test(source)))
    report('DL3020', 'warning', 'Use COPY instead of ADD for files and folders')
  if (keyword === 'ADD') return
  if (sources.length > 1 && !/[/\\$}]$|^\.{1,2}$/.test(target) && !target.startsWith('$'))
    report('DL3021', 'error', 'COPY of several sources needs a target that ends with /')
  const from = /(?:^|\s)--from=(\S+)/.exec(flags)?.[1]?.toLowerCase().replaceAll(/["']/g, '')
  if (from !== undefined) sourceHabits(from, stage, stages, report)
  if (from !== undefined && target === '/' && sources.includes('/'))
    report('DL3067', 'warning', 'Copy what is needed, not the whole of another stage')
  if (!/^[/$<]|^[A-Za-z]:|^$/.test(target) && !hasWorkdir)
    report('DL3045', 'warning', 'COPY to a relative place needs a WORKDIR before it')
}

function sourceHabits(from: string, stage: Stage, stages: readonly Stage[], report: Report): void {
  const place = stages.indexOf(stage)
  if (from === stage.name) report('DL3023', 'error', 'COPY --from cannot name its own stage')
  // The first one of the list is what precedes all stages.
  else if (/^\d+$/.test(from) ? Number(from) >= place - 1 : !isKnown(from, stages, place))
    report('DL3022', 'warning', 'COPY --from should name a stage before it')
}

const NAMES = new WeakMap<readonly Stage[], Map<string, number>>()

function isKnown(from: string, stages: readonly Stage[], place: number): boolean {
  if (/[:/$@.]/.test(from)) return true
  let names = NAMES.get(stages)
  if (!names)
    NAMES.set(
      stages,
      (names = new Map(stages.map(({ name }, at) => [name ?? '', at] as const).toReversed())),
    )
  return (names.get(from) ?? place) < place
}

function portHabits(text: string, report: Report): void {
  for (const port of text.split(/\s+/)) {
    const [, from = '', to = from] = /^(\d+)(?:-(\d+))?(?:\/\w+)?$/.exec(port) ?? []
    if (Number(from) > 65_535 || Number(to) > 65_535)
      report('DL3011', 'error', `Ports end at 65535: ${port.slice(0, 40)}`)
    else if (Number(to) < Number(from))
      report('DL3011', 'error', `A range of ports must not go down: ${port.slice(0, 40)}`)
  }
}

// Docker's guidelines for the keys of labels.
function isLabelKey(key: string): boolean {
  return (
    /^[a-z](?:[a-z0-9._/-]*[a-z0-9])?$/.test(key) &&
    !/\.\.|--/.test(key) &&
    !/^(?:com\.docker|io\.docker|org\.dockerproject)\./.test(key)
  )
}

function environmentHabits(text: string, { variables }: Stage, at: number, report: Report): void {
  const pairs = pairsOf(text)
  if (pairs.some(({ name }) => SECRET.test(name))) secret(report)
  const own = new Set(pairs.map(({ name }) => name).filter((name) => (variables.get(name) ?? at) >= at))
  const counts = Map.groupBy(pairs, ({ name }) => name)
  const used = pairs.flatMap(({ name, value }) =>
    Array.from(value.matchAll(/\$(?:(\w+)|\{(\w+)\})/g), ([, bare, braced]) => bare ?? braced!).filter(
      (one) => own.has(one) && (one !== name || counts.get(one)!.length > 1),
    ),
  )
  if (used.length > 0) report('DL3044', 'warning', `${used[0]!} is not known yet in the ENV that sets it`)
}

function secret(report: Report): void {
  report('DL3064', 'warning', 'Everybody who has the image can read this: mount secrets instead')
}
