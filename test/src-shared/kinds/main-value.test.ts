import { describe, expect, it } from 'vitest'
import { mainValueOf, plainTextOf } from '../../../src-shared/kinds/main-value.ts'

describe('the main output of a tool', () => {
  const data = {
    _engine: 'real',
    rows: [{ id: 1 }, { id: 2 }],
    start: { iso: '2026-11-21' },
    text: null,
    emails: [{ email: 'a@example.com' }, {}],
    count: 2,
  }
  const { _engine, ...whole } = data

  it.each([
    ['rows', data.rows],
    ['start.iso', '2026-11-21'],
    ['rows[].id', [1, 2]],
    ['emails[].email', ['a@example.com', null]],
    ['count', 2],
  ])('is the value at %s', (path, value) => {
    expect(mainValueOf(data, path)).toEqual(value)
  })

  it.each([
    null,
    undefined,
    'text',
    'missing',
    'missing.iso',
    'count.iso',
    'count[].iso',
    'toString',
    'start.toString',
  ])('is the whole output where %s leads to nothing', (path) => {
    expect(mainValueOf(data, path)).toEqual(whole)
  })
})

describe('a main output as plain text', () => {
  it('is the value itself, or a line for each value of a list', () => {
    expect(plainTextOf('a\nb')).toBe('a\nb')
    expect(plainTextOf(12.5)).toBe('12.5')
    expect(plainTextOf(false)).toBe('false')
    expect(plainTextOf(['a', 1])).toBe('a\n1')
    expect(plainTextOf(['a\nb', 'c'])).toBe('a\nb\n\nc')
  })

  it('is left to JSON where lines cannot show it', () => {
    for (const value of [null, {}, [], [{}], ['a', null], [['a']]]) expect(plainTextOf(value)).toBeNull()
  })
})
