import { describe, expect, it } from 'vitest'
import { licenceFault } from '../../../build/package/licence-gate.ts'
import { foldersWithDependencies, lockedPackages, nameOf } from '../../../build/package/lock-file.ts'

const locked = lockedPackages()

describe('the licences of what is shipped', () => {
  it('are in the list or excepted by name', () => {
    const shipped = Object.entries(locked).filter(([, { dev }]) => dev !== true)
    expect(shipped.length).toBeGreaterThan(400)
    const faults = shipped.map(([folder, each]) =>
      licenceFault(nameOf(folder, each), each.license ?? 'none'),
    )
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })

  it.each([
    ['none', false],
    ['GPL-3.0-only', false],
    ['UNLICENSED', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND GPL-3.0-or-later', false],
    // Catches: reading this as a choice between MIT alone and the two others.
    ['(MIT OR Apache-2.0) AND GPL-3.0-only', false],
    ['MIT or MPL-2.0', true],
  ])('%s: %s', (licence, allowed) => {
    expect(licenceFault('some-package', licence) === null).toBe(allowed)
  })

  it('are excepted for the named packages alone', () => {
    expect(licenceFault('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBeNull()
    expect(licenceFault('another', 'LGPL-3.0-or-later')).toContain('licence-gate.ts')
  })
})

describe('the packages below others', () => {
  it('are found as Node finds them, the nearest first', () => {
    const at = (dependencies: Record<string, string> = {}) => ({ version: '1.0.0', dependencies })
    const packages = {
      'node_modules/a': at({ b: '1', c: '1' }),
      'node_modules/a/node_modules/b': at({ c: '1' }),
      'node_modules/b': at(),
      'node_modules/c': at({ a: '1' }),
      'node_modules/d': at(),
    }
    expect(foldersWithDependencies(packages, ['a'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ])
  })
})
