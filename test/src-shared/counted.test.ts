import { expect, it } from 'vitest'
import { counted } from '../../src-shared/counted.ts'
import { sourceFiles } from '../support/sources/source-files.ts'

it.each([
  [1, '1 second'],
  [0, '0 seconds'],
  [2, '2 seconds'],
  [1.5, '1.5 seconds'],
  [12_480, '12,480 seconds'],
])('counts %d', (count, words) => {
  expect(counted(count, 'second')).toBe(words)
})

it('accepts a plural that takes more than an s', () => {
  expect([1, 2].map((count) => counted(count, 'row was', 'rows were'))).toEqual([
    '1 row was',
    '2 rows were',
  ])
})

const NOUNS = 'seconds|tools|rows|credits|calls|entries|files|keys|days|requests|fields|models|accounts'
// A constant's value is known to be many; a sentence with a plural verb of its own is written for it.
const BY_HAND = [
  new RegExp(`(?:\\$\\{|\\{\\{ )(?![A-Z_0-9.]+\\b|counted\\()[^{}]*(?: \\}\\}|\\}) (?:${NOUNS})\\b`),
  /=== 1 \? '(\w+)' : '\1e?s'/,
]

// Catches: "within 1 seconds".
it('every sentence with a count uses it', () => {
  const found = sourceFiles('src-main', 'src-shared', 'src-renderer').flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => BY_HAND.some((pattern) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
