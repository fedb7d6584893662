import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CHECKS } from '../../build/checks.mjs'
import { contentFingerprint, hasPassed, noteEnd } from '../../build/passed-checks.mjs'
import { importedPath, importsOf, sourceFiles } from '../support/sources/source-files.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const READS = ['a.json', 'src']

let root: string
beforeEach(() => {
  root = makeTempDir()
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  writeFileSync(join(root, 'a.json'), '{}')
  writeFileSync(join(root, 'src/deep/one.ts'), 'one')
})

const now = () => contentFingerprint(root, READS)
const isLeftOut = () => hasPassed(root, 'types', now())

describe('a check that has passed', () => {
  beforeEach(() => noteEnd(root, 'types', now()))

  it('is left out while nothing that it reads has changed', () => {
    expect(isLeftOut()).toBe(true)
    writeFileSync(join(root, 'b.json'), 'read by nobody')
    writeFileSync(join(root, 'a.json'), '{}')
    expect(isLeftOut()).toBe(true)
  })

  // Catches: a change of the same size within the resolution of the clock.
  it.each([
    ['one letter of a file deep below', () => writeFileSync(join(root, 'src/deep/one.ts'), 'onf')],
    ['a new file', () => writeFileSync(join(root, 'src/two.ts'), '')],
    ['a file that is gone', () => rmSync(join(root, 'src/deep/one.ts'))],
    ['settings that are gone', () => rmSync(join(root, 'a.json'))],
    [
      'another name',
      () => {
        rmSync(join(root, 'src/deep/one.ts'))
        writeFileSync(join(root, 'src/deep/eno.ts'), 'one')
      },
    ],
  ])('runs again after a change: %s', (_what, change) => {
    change()
    expect(isLeftOut()).toBe(false)
  })

  it('runs again after it has failed, and does not stand for another one', () => {
    expect(hasPassed(root, 'format', now())).toBe(false)
    noteEnd(root, 'types', null)
    expect(isLeftOut()).toBe(false)
  })
})

describe('what the check of components reads', () => {
  // Catches: a file that components import from a folder whose changes nobody looks for.
  it('holds all that the page imports', () => {
    const { reads } = CHECKS.find(({ name }) => name === 'components')!
    const beyond = sourceFiles('src-renderer', 'src-shared').flatMap((file) =>
      importsOf(file)
        .map((name) => importedPath(file, name))
        .filter((path) => path !== null && !reads.some((one) => path === one || path.startsWith(`${one}/`)))
        .map((path) => `${file.path}: ${path}`),
    )
    expect(beyond).toEqual([])
  })
})
