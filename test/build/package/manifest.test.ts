import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manPages } from '../../../build/docs/man-pages.ts'
import { packageManifest, packageShrinkwrap } from '../../../build/package/manifest.ts'
import { ROOT } from '../../support/sources/source-files.ts'

const manifest = packageManifest()

describe('the package.json of the npm package', () => {
  it('depends on the packages with machine code alone, each in one version', () => {
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual([
      'better-sqlite3',
      'keytar',
      'lightningcss',
      'sharp',
    ])
    for (const version of Object.values(manifest.dependencies))
      expect(version).toMatch(/^(npm:@napi-rs\/keyring@)?\d+\.\d+\.\d+$/)
  })

  it('runs no script, may be published, and asks for the Node that the checkout asks for', () => {
    const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
    expect(manifest['private']).toBeUndefined()
    expect(manifest['engines']).toEqual(own['engines'])
    expect(manifest['bin']).toEqual({ toolgate: './out/main/cli.js' })
  })

  it('names the man pages that the build writes, compressed as npm takes them', async () => {
    const written = [...(await manPages('1.0.0')).keys()].map((name) => `./man/${name}.gz`)
    expect(manifest['man']).toEqual(written)
  })

  it('names its repository where a workflow builds it, as npm wants it for provenance', () => {
    const { repository } = packageManifest({ GITHUB_REPOSITORY: 'ada/toolgate' }) as {
      repository?: unknown
    }
    expect(repository).toEqual({ type: 'git', url: 'git+https://github.com/ada/toolgate.git' })
    expect(packageManifest({})['repository']).toBeUndefined()
  })

  it('holds these packages and theirs, for every system, to one archive each', () => {
    const { packages } = packageShrinkwrap(manifest) as {
      packages: Record<string, { integrity?: string; inBundle?: true }>
    }
    const { '': root, 'node_modules/better-sqlite3': inside, ...rest } = packages
    expect(root).toMatchObject({
      dependencies: manifest.dependencies,
      bundleDependencies: manifest['bundleDependencies'],
    })
    expect(inside).toEqual({
      version: manifest.dependencies['better-sqlite3'],
      license: 'MIT',
      inBundle: true,
    })
    expect(Object.keys(rest)).toEqual(
      expect.arrayContaining(['node_modules/@img/sharp-darwin-arm64', 'node_modules/keytar']),
    )
    expect(Object.entries(rest).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual(
      [],
    )
  })
})

describe('the built command', () => {
  it('says which program runs it, so that npm can link it', () => {
    expect(readFileSync(join(ROOT, 'out/main/cli.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })
})

describe('programs that Toolgate starts', () => {
  // Catches: a program that only exists in another's memory, which no notice, no bundle and no stack trace shows.
  it('are files, never texts on a command line', () => {
    const texts = readdirSync(join(ROOT, 'src-main'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) =>
        /'(-e|--eval|-p|--print)'|--input-type|\beval: true/.test(
          readFileSync(join(ROOT, 'src-main', name), 'utf8'),
        ),
      )
    expect(texts).toEqual([])
  })
})
