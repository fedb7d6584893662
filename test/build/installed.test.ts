import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled, outdatedPackages } from '../../build/installed.mjs'

const a = { version: '1.0.0', integrity: 'sha512-a' }
const b = { version: '2.0.0', integrity: 'sha512-b' }

describe('what is out of date', () => {
  it('is nothing when npm installed what is locked, the root entry aside', () => {
    const locked = { packages: { '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b } }
    expect(outdatedPackages(locked, { packages: { 'node_modules/b': b, 'node_modules/a': a } })).toEqual([])
  })

  it('is a missing package, another version, or the same version with other content', () => {
    const locked = { packages: { 'node_modules/a': a, 'node_modules/b': b, 'node_modules/c': a } }
    const installed = {
      packages: {
        'node_modules/a': { ...a, version: '1.0.1' },
        'node_modules/c': { ...a, integrity: 'sha512-x' },
      },
    }
    expect(outdatedPackages(locked, installed)).toEqual([
      'node_modules/a',
      'node_modules/b',
      'node_modules/c',
    ])
  })

  it('leaves out packages for other systems, but not an optional one of the wrong version', () => {
    const locked = {
      packages: {
        'node_modules/a': { ...a, optional: true },
        'node_modules/b': { ...b, devOptional: true },
      },
    }
    expect(outdatedPackages(locked, { packages: {} })).toEqual([])
    expect(outdatedPackages(locked, { packages: { 'node_modules/a': b } })).toEqual(['node_modules/a'])
  })

  it('is everything when npm left no record', () => {
    expect(outdatedPackages({ packages: { 'node_modules/a': a } }, {})).toEqual(['node_modules/a'])
  })
})

describe('a checkout', () => {
  let root: string
  const write = (path: string, content: unknown) => writeFileSync(join(root, path), JSON.stringify(content))

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'toolgate-installed-'))
    mkdirSync(join(root, 'node_modules/a'), { recursive: true })
    write('package-lock.json', { packages: { '': {}, 'node_modules/a': a } })
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': a } })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('is installed when the record and the folders agree', () => {
    expect(isInstalled(root)).toBe(true)
  })

  it('is not installed once a package folder has been deleted by hand', () => {
    rmSync(join(root, 'node_modules/a'), { recursive: true })
    expect(isInstalled(root)).toBe(false)
  })

  it('is not installed when the record is missing or was cut off by a kill', () => {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages": {"node_mod')
    expect(isInstalled(root)).toBe(false)
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(isInstalled(root)).toBe(false)
  })

  it('is refused when its own lockfile cannot be read', () => {
    writeFileSync(join(root, 'package-lock.json'), '<<<<<<< HEAD')
    expect(() => isInstalled(root)).toThrow('git checkout package-lock.json')
  })
})
