import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inc, valid, gt } from 'semver'

// `npm run release -- patch|minor|major|X.Y.Z [--dry-run]`: writes the version and its part of the changelog, commits
// and tags them. It sends nothing anywhere.

const STEPS = ['patch', 'minor', 'major'] as const
const FIRST = '# Changelog'
const OPEN = '## Unreleased'

/** A release that was refused, in a sentence for whoever asked for it. */
export class ReleaseRefused extends Error {}

interface Release {
  readonly version: string
  readonly tag: string
  /** The new texts of files, by their paths in the repository. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * What a release would write.
 * @param root the repository
 * @param wanted one of the three steps, or a version
 * @param date in ISO 8601
 * @throws ReleaseRefused saying what to do first
 */
export function planRelease(root: string, wanted: string, date: string): Release {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  // The checkout's own, whose shape npm checks.
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  const version = nextVersion(current, wanted)
  const files = new Map<string, string>()
  const replace = (path: string, from: string, to: string): void => {
    const text = files.get(path) ?? read(path)
    if (!text.includes(from)) throw new ReleaseRefused(`${path} has no ${JSON.stringify(from)} to replace.`)
    files.set(
      path,
      text.replaceAll(from, () => to),
    )
  }
  files.set('CHANGELOG.md', changelogOf(read('CHANGELOG.md'), version, date))
  for (const path of ['package.json', 'package-lock.json'])
    files.set(path, withVersion(read(path), current, version))
  replace('README.md', `toolgate-${current}`, `toolgate-${version}`)
  replace('docs/install.md', current, version)
  const edition = /as of version \S+ on \d{4}-\d\d-\d\d\./.exec(read('docs/catalogue.md'))?.[0]
  replace('docs/catalogue.md', edition ?? 'as of version', `as of version ${version} on ${date}.`)
  return { version, tag: `v${version}`, files }
}

/**
 * Writes a release, commits it and tags it.
 * @throws ReleaseRefused when the tree has other changes, or the tag exists
 */
export function makeRelease(root: string, { version, tag, files }: Release): void {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw new ReleaseRefused('There are changes that are not committed. Commit or undo them first.')
  if (git('tag', '--list', tag) !== '') throw new ReleaseRefused(`There is a tag ${tag} already.`)
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys())
  git('tag', '--annotate', tag, '--message', `Release ${version}`)
}

function nextVersion(current: string, wanted: string): string {
  const step = STEPS.find((known) => known === wanted)
  const next = step === undefined ? valid(wanted) : inc(current, step)
  if (next === null || next.includes('-'))
    throw new ReleaseRefused(
      `A release takes ${STEPS.join(', ')} or a version such as 1.2.3, not ${wanted}.`,
    )
  if (gt(next, current)) return next
  throw new ReleaseRefused(`${next} is not newer than ${current}.`)
}

function changelogOf(text: string, version: string, date: string): string {
  const start = text.indexOf(`\n${OPEN}\n`)
  if (!text.startsWith(FIRST) || start < 0) throw new ReleaseRefused(`CHANGELOG.md has no ${OPEN}.`)
  const rest = text.slice(start + OPEN.length + 2)
  const changes = rest.split(/^## /m)[0]!.trim()
  if (changes === '')
    throw new ReleaseRefused(`CHANGELOG.md says nothing below ${OPEN}. Write what changed.`)
  return `${text.slice(0, start)}\n${OPEN}\n\n## ${version} (${date})\n${rest}`
}

// The first one in package.json, the first two in the lock file: what follows are versions of packages.
function withVersion(text: string, current: string, version: string): string {
  const own = text.split(/"(?:node_modules\/|dependencies|scripts)/)[0]!
  const changed = own.replaceAll(`"version": "${current}"`, () => `"version": "${version}"`)
  if (changed === own) throw new ReleaseRefused(`There is no version ${current} to replace.`)
  return changed + text.slice(own.length)
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' } },
  })
  const [wanted = '', ...more] = positionals
  try {
    if (more.length > 0) throw new ReleaseRefused(`One version is enough, without ${more.join(' ')}.`)
    const root = process.cwd()
    const release = planRelease(root, wanted, new Date().toISOString().slice(0, 10))
    if (values['dry-run'] === true)
      console.log(`Would write ${[...release.files.keys()].join(', ')}, commit`)
    else makeRelease(root, release)
    const done = values['dry-run'] === true ? 'and tag' : 'Committed and tagged'
    console.log(`${done} ${release.tag}. To publish it: git push --follow-tags`)
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
