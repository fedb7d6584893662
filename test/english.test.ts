import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DIALECT, FAULTS, type Phrase } from './support/sources/plain-english.ts'
import { ROOT, sourceFiles, type SourceFile } from './support/sources/source-files.ts'
import { titlesOf } from './support/sources/test-titles.ts'
import { oneLine, writtenTextsOf } from './support/sources/written-texts.ts'

const tests = sourceFiles('test')
  .filter(({ name }) => name.endsWith('.ts'))
  .map((file) => ({ path: file.path, titles: titlesOf(file) }))

/** Every title with one of the phrases, and what to write instead. */
function findings(phrases: readonly Phrase[]): string[] {
  return tests.flatMap(({ path, titles }) =>
    titles.flatMap(({ line, title }) =>
      phrases
        .filter(({ pattern }) => pattern.test(title))
        .map(({ instead }) => `${path}:${line}: ${title} -> write ${instead}`),
    ),
  )
}

describe('the titles of the tests', () => {
  it('are plain English', () => {
    expect(findings(DIALECT)).toEqual([])
  })

  it('say what the product does, and leave the fault to a comment', () => {
    expect(findings(FAULTS)).toEqual([])
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

describe('everything that people read', () => {
  const folders = ['src-main', 'src-renderer', 'src-shared', 'build', 'docs', 'test']
  // The list itself quotes the phrases; a released migration is never edited.
  const exempt =
    /^test\/(english\.test|support\/sources\/plain-english)\.ts$|^src-main\/storage\/migrations\//
  const papers = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md'].map((name): SourceFile => {
    const text = readFileSync(join(ROOT, name), 'utf8')
    return { path: name, name, text, script: '' }
  })
  const written = [...sourceFiles(...folders), ...papers].filter(
    ({ name, path }) => /\.(ts|vue|mjs|md)$/.test(name) && !exempt.test(path),
  )

  it('is plain English: messages, comments, names of cases and documents', () => {
    const found = written.filter(mayHaveDialect).flatMap((file) =>
      writtenTextsOf(file).flatMap(({ line, text }) =>
        DIALECT.flatMap(({ pattern, instead }) => {
          const at = pattern.exec(text)
          return at ? [`${file.path}:${line}: …${excerpt(text, at.index)}… -> write ${instead}`] : []
        }),
      ),
    )
    expect(found).toEqual([])
  })

  it('is found in code, in templates and in documents', () => {
    const texts = (name: string, text: string, script: string) =>
      writtenTextsOf({ path: name, name, text, script }).map(({ line, text }) => [line, text])
    const code =
      "// One comment\n// in two lines\nconst a = 'a text' + `of ${b} parts`\n/** Says\n * why. */\nf()"
    expect(texts('a.ts', code, code)).toEqual([
      [1, '// One comment in two lines'],
      [3, 'a text'],
      [3, '`of ${b} parts`'],
      [4, '/** Says why. */'],
    ])
    const page = '<template>\n  <p title="Some help">\n    Some words\n  </p>\n</template>'
    expect(texts('A.vue', page, '').map(([, text]) => text)).toContain('> Some words')
    expect(texts('a.md', 'One\nparagraph\n\n```sh\ncode\n```\n\nAnother `name`', '')).toContainEqual([
      8,
      'Another ``',
    ])
  })

  // Most files have none of the phrases anywhere, also not in their code, and need not be taken apart.
  const mayHaveDialect = ({ text }: SourceFile): boolean => {
    const whole = oneLine(text)
    return DIALECT.some(({ pattern }) => pattern.test(whole))
  }

  const excerpt = (text: string, at: number): string => text.slice(Math.max(0, at - 40), at + 50)
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
