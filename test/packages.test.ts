import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
  readonly scripts: Record<string, string>
  readonly allowScripts: Record<string, boolean>
}

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const manifest: Manifest = JSON.parse(read('package.json'))
const lockText = read('package-lock.json')
const locked: Record<
  string,
  { version?: string; integrity?: string; inBundle?: boolean; hasInstallScript?: boolean }
> = JSON.parse(lockText).packages

describe('the packages', () => {
  it('are pinned to one version each, so that two checkouts are alike', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(
      all.filter(
        ([, version]) =>
          !/^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[a-z]+\.\d+|-jq-[\d.]+)?$/.test(version),
      ),
    ).toEqual([])
  })

  it('are locked by content and not by registry, so that any mirror serves them', () => {
    expect(lockText).not.toMatch(/"resolved"|https?:\/\/registry\./)
    // A bundled package lies within its parent's archive and is covered by that one's hash.
    const unsigned = Object.entries(locked).filter(
      ([folder, entry]) => folder !== '' && !entry.integrity && !entry.inBundle,
    )
    expect(unsigned.map(([folder]) => folder)).toEqual([])
  })

  it('run no script of theirs when they are installed', () => {
    const withScript = Object.entries(locked).filter(([, entry]) => entry.hasInstallScript)
    const names = withScript.map(([folder]) => folder.split('node_modules/').at(-1)!)
    expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([])
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
  })

  it('pin the same Node for every system', () => {
    const nodes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'))
    expect(nodes.length).toBeGreaterThan(0)
    expect(new Set(nodes.map(([, version]) => version)).size).toBe(1)
  })
})

describe('the scripts', () => {
  it.each([
    'start',
    'serve',
    'toolgate',
    'desktop',
    'dev',
    'build',
    'package',
    'test',
    'test:long',
    'bench',
    'soak',
  ])('%s is set up first, so that it works in a fresh clone', (script) => {
    expect(manifest.scripts[script]).toBeDefined()
    expect(manifest.scripts[`pre${script}`]).toMatch(/^node build\/setup\.mjs/)
  })
})
