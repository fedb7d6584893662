import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { CHECKS } from '../../build/checks.mjs'
import { ROOT, sourceFiles } from '../support/sources/source-files.ts'

// Two of the files are without faults, and two have some, most of which only types tell.
const FOLDER = join(ROOT, 'test/fixtures/checks')

/** What a program of a check says of these files, the exit code first. */
function saidBy(program: string, ...more: readonly string[]): string {
  const args = CHECKS.flatMap(({ programs }) => programs).find((one) => one.join(' ').includes(program))!
  const own = args.map((arg) => (arg.startsWith('node_modules/') ? join(ROOT, arg) : arg))
  const env = { ...process.env, NO_COLOR: '1' }
  const run = spawnSync(process.execPath, [...own, ...more], { cwd: FOLDER, encoding: 'utf8', env })
  return `${run.status}\n${run.stdout}${run.stderr}`
}

/** The scripts that a project of TypeScript names, from the checkout's root. */
function scriptsOf(project: string): Set<string> {
  const { config } = ts.readConfigFile(join(ROOT, project), ts.sys.readFile)
  const vue = { extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, {}, undefined, undefined, [vue])
  return new Set(fileNames.map((name) => relative(ROOT, name).replaceAll('\\', '/')))
}

describe('the checks', () => {
  it('find wrong types in scripts and what a rule sees through types, and nothing else', () => {
    const said = saidBy('oxlint', '--config', 'rules.ts', '--format', 'unix')
    expect(said).toMatch(/^1\n/)
    expect(said.match(/\S+: .*\[Error.*\]/g)?.sort()).toEqual([
      expect.stringMatching(/^forgets\.ts:4:14: .*typescript\(TS2322\)/),
      expect.stringMatching(/^forgets\.ts:7:3: .*typescript\(no-floating-promises\)/),
    ])
  })

  it('find wrong types in templates and in what uses components', () => {
    const said = saidBy('vue-tsc', '--pretty', 'false')
    expect(said).toMatch(/^2\n/)
    expect(said.match(/[^/\n]+ error TS\d+/g)?.sort()).toEqual([
      'SendsNumber.vue(6,15): error TS2322',
      'forgets.ts(4,14): error TS2322',
    ])
  })

  it('find what must not be in templates', () => {
    const said = saidBy('eslint', '--no-ignore')
    expect(said).toMatch(/^1\n/)
    expect(said).toMatch(/SendsNumber\.vue\n +7:6 .* vue\/no-v-html/)
    expect(said).toContain('1 problem')
  })

  it('read the types of every script and of every component', () => {
    const files = sourceFiles('src-main', 'src-renderer', 'src-shared', 'test', 'build').map(
      ({ path }) => path,
    )
    const beyond = (project: string, kind: RegExp) => {
      const typed = scriptsOf(project)
      return files.filter((path) => kind.test(path) && !typed.has(path))
    }
    expect(files.length).toBeGreaterThan(1_000)
    expect(beyond('tsconfig.json', /\.(?:ts|mjs|vue)$/)).toEqual([])
    expect(beyond('tsconfig.page.json', /\.vue$/)).toEqual([])
  })
})
