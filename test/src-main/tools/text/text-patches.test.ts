import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

interface Patch {
  readonly patch: string
  readonly minimal: boolean
  readonly added: number
  readonly removed: number
}
interface Applied {
  readonly text: string
  readonly applied: boolean
  readonly applied_count: number
  readonly rejected: readonly { readonly hunk: number }[]
}

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const patchOf = (before: string, after: string, options: object = {}) =>
  runTool('text-diff-unified', { before, after, ...options }) as Promise<Patch>
const apply = (text: string, patch: string, options: object = {}) =>
  runTool('diff-patch-apply', { text, patch, ...options }) as Promise<Applied>

const anyText = fc.string({
  unit: fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'x', '\r\n', '-\n', '+\n', '@@ \n', '\\ \n', '😀\n'),
  maxLength: 20,
})

describe('text-diff-unified and diff-patch-apply', () => {
  it('undo each other, forwards and backwards, with any context', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, fc.integer({ min: 0, max: 3 }), async (before, after, context) => {
        if (before === after) return
        const { patch } = await patchOf(before, after, { context })
        expect(await apply(before, patch)).toMatchObject({ text: after, applied: true, rejected: [] })
        expect(await apply(after, patch, { reverse: true })).toMatchObject({ text: before, applied: true })
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('replace everything between the ends when the texts have too little in common', async () => {
    const lines = (mark: string, end = '\n') =>
      `head\n${Array.from({ length: 3_000 }, (_, i) => `${mark}${i}\n`).join('')}tail${end}`
    const [before, after] = [lines('a'), lines('b', '')]
    const answer = await patchOf(before, after, { context: 1 })
    expect(answer).toMatchObject({ minimal: false, added: 3_001, removed: 3_001 })
    expect(await apply(before, answer.patch)).toMatchObject({ text: after, applied: true })
    const [empty, full] = ['', 'x\n'.repeat(3_000)]
    const filled = await patchOf(empty, full)
    expect(filled).toMatchObject({ minimal: false, added: 3_000, removed: 0 })
    expect(await apply(empty, filled.patch)).toMatchObject({ text: full })
  })

  it.each(['x.txt\n+++ y', 'a\u0000b', ''])('refuse the file name %j', async (from_name) => {
    await expect(patchOf('a', 'b', { from_name })).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('text-diff-unified', () => {
  // What GNU diff 3.8 prints (diff -u).
  it.each([
    ['', 'x\n', '@@ -0,0 +1 @@\n+x\n'],
    ['x\n', '', '@@ -1 +0,0 @@\n-x\n'],
    ['a\n', 'b\n', '@@ -1 +1 @@\n-a\n+b\n'],
    ['a\r@@ -1,1 +1,1 @@\n', 'b\n', '@@ -1 +1 @@\n-a\r@@ -1,1 +1,1 @@\n+b\n'],
  ])('leaves out the count of a single line, from %j to %j', async (before, after, hunks) => {
    expect((await patchOf(before, after, {})).patch).toBe(`--- a/file\n+++ b/file\n${hunks}`)
  })

  it('is taken by git', async () => {
    const dir = makeTempDir()
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine'
    const after = 'zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\n8\nnine\n'
    const { patch } = await patchOf(before, after, { from_name: 'a/f.txt', to_name: 'b/f.txt' })
    writeFileSync(join(dir, 'f.txt'), before)
    execFileSync('git', ['apply', '--unsafe-paths', '-'], { cwd: dir, input: patch })
    expect(readFileSync(join(dir, 'f.txt'), 'utf8')).toBe(after)
  })
})

describe('diff-patch-apply', () => {
  const numbers = Array.from({ length: 30 }, (_, i) => `${i + 1}\n`)

  it('finds its place when lines have been added before it, and shifts the later ones', async () => {
    const { patch } = await patchOf(
      numbers.join(''),
      numbers.join('').replace('5\n', 'five\n').replace('\n25\n', '\n'),
    )
    const moved = `new\nnew\nnew\n${numbers.join('')}`
    const { text, applied } = await apply(moved, patch)
    expect(applied).toBe(true)
    expect(text).toBe(moved.replace('5\n', 'five\n').replace('\n25\n', '\n'))
  })

  it('makes the hunks that fit and tells of those that do not', async () => {
    const { patch } = await patchOf(
      numbers.join(''),
      numbers.map((line) => (['3\n', '15\n', '27\n'].includes(line) ? `x${line}` : line)).join(''),
    )
    const changed = numbers.join('').replace('15\n', 'other\n')
    const answer = await apply(changed, patch)
    expect(answer).toMatchObject({ applied: false, applied_count: 2, rejected: [{ hunk: 2 }] })
    expect(answer.text).toBe(changed.replace('\n3\n', '\nx3\n').replace('\n27\n', '\nx27\n'))
  })

  it('lets context differ only as far as fuzz allows', async () => {
    const patch = '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'
    expect(await apply('z\nb\nc\n', patch)).toMatchObject({ applied: false, text: 'z\nb\nc\n' })
    expect(await apply('z\nb\nc\n', patch, { fuzz: 1 })).toMatchObject({ applied: false })
    const far = '@@ -1,4 +1,4 @@\n a\n a2\n-b\n+B\n c\n'
    expect(await apply('z\na2\nb\nc\n', far, { fuzz: 1 })).toMatchObject({ text: 'z\na2\nB\nc\n' })
  })

  it('makes a text from nothing, and nothing from a text', async () => {
    expect(await apply('', '--- /dev/null\n+++ b\n@@ -0,0 +1,2 @@\n+a\n+b\n')).toMatchObject({
      text: 'a\nb\n',
    })
    expect(await apply('a\nb\n', '--- a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n')).toMatchObject({
      text: '',
    })
  })

  it.each([
    ['prose', 'this is not a patch'],
    ['a broken header', '@@ -x +y @@\n a\n'],
    ['too few lines', '@@ -1,5 +1,5 @@\n a\n'],
    ['two files', '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n--- c\n+++ c\n@@ -1 +1 @@\n-a\n+b\n'],
    ['headers alone', '--- a\n+++ b\n'],
  ])('refuses %s', async (_, patch) => {
    await expect(apply('a\n', patch)).rejects.toMatchObject({ name: 'InvalidInput', path: 'patch' })
  })

  // Catches: "contained invalid line", and nothing after it.
  it('names the hunk whose lines and header disagree', async () => {
    const hunks = ['@@ -1,2 +1,1 @@\n-a\n', '@@ -1 +1 @@\n-a\n+b\n+c\n', '@@ -1,2 +1,2 @@\n a\n*b\n']
    for (const hunk of hunks)
      await expect(apply('a\n', `--- a\n+++ a\n${hunk}`)).rejects.toThrow(/hunk at line 3 .* header says/)
  })
})
