import { describe, expect, it } from 'vitest'
import { DIALECT, FAULTS, type Phrase } from './support/sources/plain-english.ts'
import { sourceFiles, type SourceFile } from './support/sources/source-files.ts'
import { titlesOf } from './support/sources/test-titles.ts'

const tests = sourceFiles('test').filter(({ name }) => name.endsWith('.ts'))

/** Every title with one of the phrases, and what to write instead. */
function findings(files: readonly SourceFile[], phrases: readonly Phrase[]): string[] {
  return files.flatMap((file) =>
    titlesOf(file).flatMap(({ line, title }) =>
      phrases
        .filter(({ pattern }) => pattern.test(title))
        .map(({ instead }) => `${file.path}:${line}: ${title} -> write ${instead}`),
    ),
  )
}

describe('the titles of the tests', () => {
  it('are plain English', () => {
    expect(findings(tests, DIALECT)).toEqual([])
  })

  it('say what the product does, and leave the fault to a comment', () => {
    expect(findings(tests, FAULTS)).toEqual([])
  })

  it('are read from every kind of test', () => {
    const text = [
      `describe('a', () => {})`,
      "it.each([['x', 1]])('b %s', () => {})",
      'describe.skipIf(late)(`c ${reason}`, () => {})',
      `test.runIf(true)("d", () => expect(rows('e')).toBe(1))`,
    ].join('\n')
    const file = { path: 'a.test.ts', name: 'a.test.ts', text, script: text }
    expect(titlesOf(file).map(({ line, title }) => [line, title])).toEqual([
      [1, 'a'],
      [2, 'b %s'],
      [3, 'c ${reason}'],
      [4, 'd'],
    ])
  })
})

describe('a phrase to avoid', () => {
  it.each([...DIALECT, ...FAULTS].map(({ found, pattern }) => [found, pattern] as const))(
    'is still found where it once was (%#)',
    (found, pattern) => {
      expect(found).toMatch(pattern)
    },
  )

  it('leaves ordinary sentences alone', () => {
    const plain = [
      'says when there is no provider, and when there are none left',
      'is no longer offered, and no more than once',
      'loses no charge, and misses nothing',
      'underscores that stand for hyphens, and one that stands for two',
    ]
    const patterns = [...DIALECT, ...FAULTS].map(({ pattern }) => pattern)
    expect(plain.filter((text) => patterns.some((pattern) => pattern.test(text)))).toEqual([])
  })
})
