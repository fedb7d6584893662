import type Sqlite from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockedPackages } from '../../../build/package/lock-file.ts'
import { copyInside, nativeFolders } from '../../../build/package/natives.ts'
import { ROOT } from '../../support/sources/source-files.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const DATABASE = 'node_modules/better-sqlite3'

describe('the database inside the package', () => {
  it('works by itself, with the code for every system and without the sources', () => {
    const folder = makeTempDir()
    copyInside(folder)
    const inside = join(folder, DATABASE)
    expect(readdirSync(inside).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'lib',
      'package.json',
      'prebuilds',
    ])
    expect(readdirSync(join(inside, 'prebuilds'))).toEqual(readdirSync(join(ROOT, DATABASE, 'prebuilds')))
    const Database = createRequire(join(folder, 'main.js'))('better-sqlite3') as typeof Sqlite
    const db = new Database(':memory:')
    expect(db.prepare('SELECT 1').pluck().get()).toBe(1)
    db.close()
  })

  // Catches: npm fetching what only a compiler needs.
  it('depends on no other package, and its code asks for none', () => {
    const folder = makeTempDir()
    copyInside(folder)
    const inside = join(folder, DATABASE)
    const { dependencies, version } = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as {
      dependencies?: unknown
      version: string
    }
    expect(dependencies).toBeUndefined()
    expect(version).toBe(lockedPackages()[DATABASE]?.version)
    const asked = readdirSync(join(inside, 'lib'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [
        ...readFileSync(join(inside, 'lib', name), 'utf8').matchAll(/require\('([^.'][^']*)'\)/g),
      ])
      .map(([, name]) => name)
    expect(asked.filter((name) => !['fs', 'path', 'util'].includes(name!))).toEqual([])
  })
})

describe('the packages with machine code', () => {
  it('are those that run, without what they are compiled with', () => {
    const folders = nativeFolders(lockedPackages())
    expect(folders).toEqual(expect.arrayContaining([DATABASE, 'node_modules/sharp', 'node_modules/keytar']))
    expect(folders).not.toContain('node_modules/node-addon-api')
  })
})
