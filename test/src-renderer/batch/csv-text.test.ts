import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../src-renderer/batch/import/read-csv.ts'
import { writeCsv } from '../../../src-renderer/batch/run/write-csv.ts'
import { SPREADSHEET_FORMULA } from '../../../src-shared/spreadsheet-formula.ts'

/** An independent reader of the same format. */
function byAnother(text: string): { readonly rows: string[][]; readonly delimiter: string } {
  const { data, meta } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';', '|'],
  })
  return { rows: data, delimiter: meta.delimiter }
}

/** Numbers that look random and are the same in each run (mulberry32). */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('a table as text', () => {
  // RFC 4180, section 2, rules 1 to 7.
  it.each([
    ['rows end with CRLF', 'aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n'],
    ['the last row may have no end', 'aaa,bbb,ccc\r\nzzz,yyy,xxx'],
    ['spaces belong to a cell', 'a , b\r\n c,d '],
    ['cells may be in quotes', '"aaa","bbb","ccc"\r\nzzz,yyy,xxx'],
    ['quotes hold line ends and commas', '"aaa","b\r\nbb","c,cc"\r\nzzz,yyy,xxx'],
    ['a quote is written twice', '"aaa","b""bb","ccc"'],
    ['empty cells stay', 'a,,b\n,,c\n'],
    ['blank rows go', 'a,b\n\n , \nc,d\n'],
    ['semicolons', 'name;price\nA;1,5\nB;2,5\n'],
    ['tabs', 'name\tprice\nA, B\t1\nC\t2\n'],
    ['bars', 'a|b|c\n1|2|3\n'],
    ['one column', 'one\ntwo\nthree\n'],
    ['old line ends', 'a,b\rc,d\r'],
    ['spaces behind a quote', '"a" ,b\n"c",d\n'],
    ['a quote inside a bare cell', 'a"b,c\nd,e\n'],
  ])('is read like another reader does: %s', (_name, text) => {
    const { rows, delimiter } = readCsv(text)
    expect({ rows, delimiter }).toEqual(byAnother(text))
  })

  it('comes back as it was written, whatever is in its cells', () => {
    const random = chances(7)
    const draw = (below: number) => Math.floor(random.next().value * below)
    const PARTS = ['a', '"', ',', ';', '\n', '\r\n', ' ', '\t', 'é', '日', '0', '-', '|']
    for (let round = 0; round < 300; round++) {
      const columns = ['first', 'second', 'third']
      const cell = () => Array.from({ length: draw(6) }, () => PARTS[draw(PARTS.length)]).join('')
      const rows = Array.from({ length: 1 + draw(5) }, () =>
        Object.fromEntries(columns.map((name) => [name, `x${cell()}`])),
      )
      const text = writeCsv(columns, rows)
      const cells = rows.map((row) => columns.map((name) => row[name]))
      expect(readCsv(text)).toEqual({ delimiter: ',', rows: [columns, ...cells], faults: [] })
      expect(byAnother(text).rows).toEqual([columns, ...cells])
    }
  })

  it('tells of quotes that never end, and of stray ones, and keeps their text', () => {
    expect(readCsv('a,b\n"c,d\ne,f')).toEqual({
      delimiter: ',',
      rows: [['a', 'b'], ['c,d\ne,f']],
      faults: [{ kind: 'unclosed', row: 1 }],
    })
    expect(readCsv('a,b\n"c"x",d\n')).toMatchObject({
      rows: [
        ['a', 'b'],
        ['c"x', 'd'],
      ],
      faults: [{ kind: 'stray', row: 1 }],
    })
  })

  // Catches: a file that runs a command on the computer of whoever opens it (OWASP, "CSV Injection").
  it('gives a spreadsheet no formula, and leaves numbers as they are', () => {
    const texts = ['=1+1', '@SUM(A1)', '+cmd', '-cmd', '-5', '+5', '-.5', 'plain']
    const lines = writeCsv(
      ['a'],
      texts.map((a) => ({ a })),
    ).split('\r\n')
    expect(lines.slice(1, -1)).toEqual(
      texts.map((text) => (SPREADSHEET_FORMULA.test(text) ? `'${text}` : text)),
    )
    expect(writeCsv(['a'], [{ a: -5 }, { a: null }, {}])).toBe('a\r\n-5\r\n\r\n\r\n')
  })
})
