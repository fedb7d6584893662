import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './support/sources/source-files.ts'

const FOLDER = 'docs/decisions'
const COLUMNS = 100
/** A list of tests, a measurement, or `none`. */
const TEST_LINE = /^(?:none|(?:measured by `npm run [^`]+`(?:, |$))?(?:`test\/[\w./-]+`(?:, |$))*)$/

interface Decision {
  readonly page: string
  readonly heading: string
  readonly paragraphs: readonly string[]
}

const pages = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.md'))
const read = (page: string) => readFileSync(join(ROOT, FOLDER, page), 'utf8')
const isRoom = (page: string) => !['README.md', 'errors.md'].includes(page)
const decisions = pages.filter(isRoom).flatMap(decisionsOf)

function decisionsOf(page: string): Decision[] {
  const [, ...sections] = read(page).split(/^#{2,} /m)
  return sections.map((section) => {
    const [heading, ...paragraphs] = section.trim().split(/\n{2,}/)
    return { page, heading: heading!, paragraphs: paragraphs.map((text) => text.replaceAll('\n', ' ')) }
  })
}

/** The decisions at fault, as `page: heading`. */
const faulty = (found: readonly Decision[]) => found.map(({ page, heading }) => `${page}: ${heading}`)

/** The text of a decision's `Test:` line, without its final full stop. */
const testOf = ({ paragraphs }: Decision) => /^Test: (.*?)\.?$/.exec(paragraphs.at(-1) ?? '')?.[1] ?? ''

const codeOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

describe('the decisions', () => {
  it('fill every page but the list of pages and the table of errors', () => {
    const empty = pages.filter(isRoom).filter((page) => decisionsOf(page).length === 0)
    expect(pages.length).toBeGreaterThan(2)
    expect(empty).toEqual([])
  })

  it('each say the choice, its reason and its test', () => {
    const wrong = decisions.filter((decision) => {
      const { paragraphs } = decision
      const reasons = paragraphs.findIndex((text) => /^Reason: \S/.test(text))
      return reasons < 1 || reasons !== paragraphs.length - 2 || testOf(decision) === ''
    })
    expect(faulty(wrong)).toEqual([])
  })

  it('name tests that exist', () => {
    const missing = decisions.flatMap((decision) =>
      codeOf(testOf(decision))
        .filter((path) => path.startsWith('test/') && !existsSync(join(ROOT, path)))
        .map((path) => `${decision.page}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('write a test as paths, a measurement or none', () => {
    expect(faulty(decisions.filter((decision) => !TEST_LINE.test(testOf(decision))))).toEqual([])
  })

  it('are measured by scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    const commands = decisions.flatMap((decision) => codeOf(testOf(decision)))
    const named = commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? [])
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('have a heading of their own', () => {
    const headings = decisions.map(({ heading }) => heading)
    expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
  })
})

describe('the pages of decisions', () => {
  it(`have at most ${COLUMNS} columns outside of code and tables`, () => {
    const long = pages.flatMap((page) => {
      let inCode = false
      return read(page)
        .split('\n')
        .flatMap((line, at) => {
          const isFence = line.startsWith('```')
          if (isFence) inCode = !inCode
          const free = inCode || isFence || line.startsWith('|')
          return !free && line.length > COLUMNS ? [`${page}:${at + 1}`] : []
        })
    })
    expect(long).toEqual([])
  })

  it('are listed once each', () => {
    const listed = [...read('README.md').matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(
      (match) => match[1]!,
    )
    const others = pages.filter((page) => page !== 'README.md')
    expect(listed.toSorted()).toEqual(others.toSorted())
  })
})
