import { describe, expect, it } from 'vitest'
import { firstScripts, gzippedKib, pageScripts, withImports } from '../support/sources/page-assets.ts'

const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + gzippedKib(name), 0)

describe('the scripts of the page', () => {
  it('take at most 420 KiB together, gzipped, and 120 for the first screen', () => {
    expect(sumOf(pageScripts())).toBeLessThanOrEqual(420)
    const first = withImports(firstScripts())
    expect(first.some((name) => /^first-/.test(name))).toBe(true)
    expect(sumOf(first)).toBeLessThanOrEqual(120)
  })

  // Catches: a worker that starts the page itself, with all of Vue, because both share a file.
  it('give a worker nothing of the page but what it reads with', () => {
    const workers = pageScripts().filter((name) => /-worker-/.test(name))
    expect(workers.length).toBeGreaterThanOrEqual(2)
    const needed = withImports(workers).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
    const known = ['table-worker', 'large-answer-worker', 'table', 'read', 'rolldown-runtime']
    expect(needed.filter((name) => !known.includes(name))).toEqual([])
  })
})
