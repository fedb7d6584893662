import { describe, expect, it } from 'vitest'
import { inferModel, printTypeScript, type InferenceOptions } from '../../../src-main/inference/index.ts'

const fieldsOf = (value: unknown, options: Partial<InferenceOptions> = {}): string =>
  printTypeScript(inferModel([value], options)).source.replaceAll(/\s+/g, ' ')

describe('rows', () => {
  const points = {
    points: [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
  }

  it('become tuples unless the caller wants lists', () => {
    expect(fieldsOf(points)).toContain('points: [string, number][];')
    expect(fieldsOf(points, { tuples: false })).toContain('points: (string | number)[][];')
  })

  it('may be null in a place', () => {
    const rows = [
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]
    expect(fieldsOf({ rows })).toContain('rows: [string, number | null][];')
  })

  // As market APIs answer: time, open, high, low, close.
  it('become tuples if some columns are times and others never are', () => {
    const candles = [
      [1_700_000_000, 1.5, 2, 1, 1.75],
      [1_700_000_060, 1.75, 2.5, 1.5, 2],
      [1_700_000_120, 2, 2.25, 1.75, 1],
    ]
    const five = 'number, number, number, number, number'
    expect(fieldsOf({ candles })).toContain(`candles: [${five}][];`)
    const inMs = candles.map(([time, ...rest]) => [time! * 1000, ...rest])
    expect(fieldsOf({ candles: inMs })).toContain(`candles: [${five}][];`)
    const days = ['2026-01-31', '2026-02-01T10:00', '2026-02-02'].map((day) => [day, 'DE', 'a'])
    expect(fieldsOf({ days })).toContain('days: [string, string, string][];')
    // Ranges of times are lists of times.
    const spans = candles.map(([time]) => [time!, time! + 60])
    expect(fieldsOf({ spans })).toContain('spans: number[][];')
  })

  it('take the labels of the header beside them', () => {
    const rows = [
      [1, 2],
      [3, null],
    ]
    expect(fieldsOf({ columns: ['x', 'y'], rows })).toContain('rows: [x: number, y: number | null][];')
    // No labels that TypeScript would take for something else.
    for (const name of ['b c', 'in', '1'])
      expect(fieldsOf({ fields: [{ name: 'a' }, { name }], data: rows })).toContain(
        'data: [number, number | null][];',
      )
    // Catches: labels of one table on the rows of another, and on lists beside other texts.
    const tables = [
      { columns: ['a', 'b'], rows },
      { columns: ['c', 'd'], rows },
    ]
    expect(fieldsOf(tables)).toContain('rows: (number | null)[][];')
    expect(fieldsOf({ columns: ['a', 'b', 'c'], rows })).toContain('rows: (number | null)[][];')
    expect(fieldsOf({ tags: ['a', 'b'], rows })).toContain('rows: (number | null)[][];')
    expect(fieldsOf({ columns: ['a', 'b'], rows }, { tuples: false })).toContain(
      'rows: (number | null)[][];',
    )
  })

  it.each([
    [
      'of numbers alone',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      'of several lengths',
      [
        ['a', 1],
        ['b', 2],
        ['c', 3, 4],
      ],
    ],
    [
      'whose places change their kind',
      [
        ['a', 1],
        ['b', 2],
        [3, 'c'],
      ],
    ],
    [
      'with a place that was always null',
      [
        ['a', 1, null],
        ['b', 2, null],
        ['c', 3, null],
      ],
    ],
    [
      'that are only two',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
  ])('%s stay lists, so that new ones fit', (_, rows) => {
    expect(fieldsOf({ rows })).toMatch(/rows: .*\[\]\[\];/)
  })
})
