import dockerfileUtils from 'dockerfile-utils'
import type { DockerfileFinding } from './dockerfile-finding.ts'
import { habitsOf, withoutIgnored } from './dockerfile-habits.ts'

const LEVELS = ['error', 'warning', 'info', 'hint'] as const

/** Rules of the library that hadolint has, too, by its numbers. */
const NUMBERED: Readonly<Record<string, string>> = {
  'deprecated-maintainer': 'DL4000',
  'workdir-is-not-absolute': 'DL3000',
  'duplicate-build-stage-name': 'DL3024',
  'onbuild-trigger-disallowed': 'DL3043',
  'onbuild-chaining-disallowed': 'DL3043',
  'no-source-image': 'DL3061',
}

// The library's rule numbers, by name.
const RULES = new Map(
  Object.entries(dockerfileUtils.ValidationCode).flatMap(([name, code]) => {
    const rule = name.toLowerCase().replaceAll('_', '-')
    return typeof code === 'number' ? [[code, NUMBERED[rule] ?? rule] as const] : []
  }),
)

/** The problems of a Dockerfile, in the order of its lines. */
export function findingsOf(text: string): DockerfileFinding[] {
  const found = dockerfileUtils.validate(text).map(({ severity, range, message, code }) => ({
    level: LEVELS[(severity ?? 1) - 1] ?? 'warning',
    line: range.start.line + 1,
    column: range.start.character + 1,
    message: (typeof message === 'string' ? message : message.value).slice(0, 500).toWellFormed(),
    rule: RULES.get(Number(code)) ?? 'other',
  }))
  return withoutIgnored(text, [...found, ...untaggedImages(text), ...habitsOf(text)]).toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  )
}

// A stage of the same file, a variable and `scratch` have no tag.
function untaggedImages(text: string): DockerfileFinding[] {
  const stages = new Set<string>(['scratch'])
  return text.split(/\r\n?|\n/).flatMap((line, n) => {
    const match = /^(\s*FROM\s+(?:--\S+\s+)*)([^\s#]+)(?:\s+AS\s+(\S+))?/i.exec(line)
    if (!match) return []
    const [, before = '', image = '', stage] = match
    const isKnown = stages.has(image.toLowerCase()) || image.includes('$')
    if (stage !== undefined) stages.add(stage.toLowerCase())
    const name = image.slice(image.lastIndexOf('/') + 1)
    if (isKnown || /@sha256:/.test(image) || (name.includes(':') && !name.endsWith(':latest'))) return []
    const isLatest = name.includes(':')
    const message = isLatest
      ? 'The tag latest moves, so another build may get another image'
      : 'The image has no tag or digest, so another build may get another one'
    const rule = isLatest ? 'DL3007' : 'DL3006'
    return [{ level: 'warning', line: n + 1, column: before.length + 1, message, rule }]
  })
}
