import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

// A Sunday.
const parse = async (text: string): Promise<Json> =>
  await runTool('date-parse', { text, reference: '2026-03-01T12:00:00Z' })

describe('date-parse', () => {
  // By the calendar of 2026, in which 1 March is a Sunday.
  it.each([
    ['last Friday of March 2026', '2026-03-27T00:00:00.000Z'],
    ['the first Monday in May', '2026-05-04T00:00:00.000Z'],
    ['2nd Tuesday of Sept. 2027', '2027-09-14T00:00:00.000Z'],
    ['on the third Thursday of November 2026 at 5pm', '2026-11-19T17:00:00.000Z'],
    ['a fortnight from now', '2026-03-15T12:00:00.000Z'],
    ['two fortnights ago', '2026-02-01T12:00:00.000Z'],
    ['half past 8 tomorrow', '2026-03-02T08:30:00.000Z'],
    ['tomorrow at quarter to nine', '2026-03-02T08:45:00.000Z'],
    ['quarter past ten pm tomorrow', '2026-03-02T22:15:00.000Z'],
  ])('reads the whole of %s', async (text, utc) => {
    const { start, notes } = await parse(text)
    expect([start.utc, notes]).toEqual([utc, []])
  })

  it.each([
    ['fifth Friday of February 2026', 'fifth'],
    ['tomorrow at 25:00', '25:00'],
    ['2 weeks after Easter, tomorrow', 'Easter'],
    ['call Ada tomorrow', 'call Ada'],
  ])('says what of %s it did not read', async (text, unread) => {
    const { notes } = await parse(text)
    expect(notes.join(' ')).toContain(unread)
    expect(notes.join(' ')).toContain('was read as a date')
  })
})
