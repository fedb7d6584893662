import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { table } from '../../../../src-main/command-line/terminal/terminal.ts'

const { stdout } = process
const { columns, isTTY } = stdout
afterEach(() => void Object.assign(stdout, { columns, isTTY }))

const ROWS = [
  [
    'crypto-hash-sha256',
    1,
    'The SHA-256 hash of a text, in hexadecimal or Base64, as FIPS 180-4 defines it',
  ],
  ['text-diff', 3, 'What differs'],
]
const HEAD = ['slug', 'credits', 'what it does']

it.each([30, 60, 80])('a table fits a terminal of %d columns', (width) => {
  Object.assign(stdout, { columns: width, isTTY: true })
  const lines = stripVTControlCharacters(table(HEAD, ROWS)).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
  expect(lines[1]).toContain('…')
  expect(lines[2]).toContain('What')
})

it('a table in a pipe is whole', () => {
  Object.assign(stdout, { isTTY: false })
  expect(table(HEAD, ROWS)).toContain('as FIPS 180-4 defines it')
})
