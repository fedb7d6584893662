import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planRelease } from '../../build/release.ts'
import { ROOT } from '../support/sources/source-files.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'README.md',
  'docs/catalogue.md',
  'docs/install.md',
]
const CURRENT = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string })
  .version

/** A repository with the files that a release changes, as they are in this one. */
function scratch(): { root: string; git: (...args: string[]) => string } {
  const root = makeTempDir()
  mkdirSync(join(root, 'docs'))
  for (const file of FILES) cpSync(join(ROOT, file), join(root, file))
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ] as const)
    git('config', name, value)
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  return { root, git }
}

function release(root: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'build/release.ts'), ...args],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

describe('a release', () => {
  it('writes one version everywhere, moves the changes under it, commits and tags', () => {
    const { root, git } = scratch()
    const said = release(root, '9.8.7')
    expect(said).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Committed and tagged v9.8.7') as string,
    })
    const read = (file: string) => readFileSync(join(root, file), 'utf8')
    const lock = JSON.parse(read('package-lock.json'))
    expect([JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version]).toEqual([
      '9.8.7',
      '9.8.7',
      '9.8.7',
    ])
    expect(read('README.md')).toContain('toolgate-9.8.7.tgz')
    expect(read('README.md')).not.toContain(`toolgate-${CURRENT}`)
    expect(read('docs/install.md')).toContain('toolgate-gateway_9.8.7_amd64.deb')
    expect(read('docs/catalogue.md')).toMatch(/as of version 9\.8\.7 on \d{4}-\d\d-\d\d\./)
    expect(read('CHANGELOG.md')).toMatch(/\n## Unreleased\n\n## 9\.8\.7 \(\d{4}-\d\d-\d\d\)\n\n### Added\n/)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('describe', '--exact-match')).toBe('v9.8.7')
    expect(
      git('show', '--format=%s', '--name-only', 'HEAD').split('\n').filter(Boolean).toSorted(),
    ).toEqual(['Release 9.8.7', ...FILES].toSorted())
    // The versions of packages are as they were.
    expect(git('diff', '--shortstat', 'HEAD~', '--', 'package-lock.json')).toMatch(
      /2 insertions\(\+\), 2 deletions/,
    )
    expect(release(root, 'patch').stderr).toContain('says nothing below ## Unreleased')
  })

  it('changes nothing with --dry-run, and says what it would write', () => {
    const { root, git } = scratch()
    const said = release(root, 'minor', '--dry-run')
    expect(said.status).toBe(0)
    for (const file of FILES) expect(said.stdout).toContain(file)
    expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).toEqual(['', '', 'Begin'])
  })

  it('is refused beside other changes, for an old or unknown version, and without changes to tell', () => {
    const { root, git } = scratch()
    for (const [wanted, words] of [
      ['', 'takes patch, minor, major'],
      ['later', 'not later'],
      ['1.2', 'not 1.2'],
      [CURRENT, 'is not newer'],
    ] as const)
      expect(release(root, wanted)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(words) as string,
      })
    writeFileSync(join(root, 'README.md'), `${readFileSync(join(root, 'README.md'), 'utf8')}\n`)
    expect(release(root, 'patch').stderr).toContain('not committed')
    expect(git('log', '--format=%s')).toBe('Begin')
  })

  it('counts as semantic versioning does', () => {
    const { root } = scratch()
    const [major, minor, patch] = CURRENT.split('.').map(Number) as [number, number, number]
    const versions = ['patch', 'minor', 'major'].map(
      (step) => planRelease(root, step, '2026-01-01').version,
    )
    expect(versions).toEqual([
      `${major}.${minor}.${patch + 1}`,
      `${major}.${minor + 1}.0`,
      `${major + 1}.0.0`,
    ])
  })
})
