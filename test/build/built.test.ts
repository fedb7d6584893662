import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetBuild, isBuilt, markBuilt, sourcesFingerprint } from '../../build/built.mjs'

let root: string
const source = () => join(root, 'src-main/pipeline/execute.ts')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolgate-built-'))
  mkdirSync(join(root, 'src-main/pipeline'), { recursive: true })
  mkdirSync(join(root, 'out/main'), { recursive: true })
  writeFileSync(source(), 'export {}')
  markBuilt(root, sourcesFingerprint(root))
})
afterEach(() => rmSync(root, { recursive: true }))

const isUpToDate = () => isBuilt(root, sourcesFingerprint(root))

it('builds once for the same sources', () => {
  expect(isUpToDate()).toBe(true)
})

it('builds again after an edit, even one that puts an older file back', () => {
  utimesSync(source(), new Date(1_000_000), new Date(1_000_000))
  expect(isUpToDate()).toBe(false)
})

it('builds again after a file is deleted, added or renamed', () => {
  renameSync(source(), join(root, 'src-main/pipeline/run.ts'))
  expect(isUpToDate()).toBe(false)
  rmSync(join(root, 'src-main/pipeline/run.ts'))
  expect(isUpToDate()).toBe(false)
})

// The configuration imports plugins and the division of the page from build/.
it('builds again after an edit of how it builds', () => {
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'build/page-files.ts'), 'export {}')
  expect(isUpToDate()).toBe(false)
})

it('builds again when out/ has been emptied or written by something else', () => {
  rmSync(join(root, 'out/main'), { recursive: true })
  expect(isUpToDate()).toBe(false)
  mkdirSync(join(root, 'out/main'))
  forgetBuild(root)
  expect(isUpToDate()).toBe(false)
})

it('ignores tests and documents', () => {
  mkdirSync(join(root, 'test'))
  writeFileSync(join(root, 'test/a.test.ts'), '')
  writeFileSync(join(root, 'README.md'), '')
  expect(isUpToDate()).toBe(true)
})
