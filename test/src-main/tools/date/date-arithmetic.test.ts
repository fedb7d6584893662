import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const berlin = { zone: 'Europe/Berlin' }

describe('date-add', () => {
  // EU clocks change on 29 March and 25 October 2026 at 01:00 UTC.
  it.each([
    ['2026-03-28T12:00', { days: 1 }, '2026-03-29T12:00:00.000+02:00'],
    ['2026-03-28T12:00', { hours: 24 }, '2026-03-29T13:00:00.000+02:00'],
    ['2026-10-25T02:30+02:00', { hours: 1 }, '2026-10-25T02:30:00.000+01:00'],
    ['2026-10-25T02:30+01:00', { hours: 0 }, '2026-10-25T02:30:00.000+01:00'],
    ['2026-10-24T02:30', { days: 1 }, '2026-10-25T02:30:00.000+02:00'],
    ['2026-10-24T02:30', { days: 1, disambiguation: 'later' }, '2026-10-25T02:30:00.000+01:00'],
    ['2026-03-31', { months: -1 }, '2026-02-28T00:00:00.000+01:00'],
    ['2024-01-31', { months: 1 }, '2024-02-29T00:00:00.000+01:00'],
    ['2026-01-31', { months: 1, days: 1 }, '2026-03-01T00:00:00.000+01:00'],
    ['2026-12-31', { weeks: 1, seconds: -1 }, '2027-01-06T23:59:59.000+01:00'],
  ])('%s and %j is %s', async (time, parts, iso) => {
    expect(await run('date-add', { time, ...berlin, ...parts })).toMatchObject({ iso })
  })

  it.each([
    [{ time: '2026-02-29' }, 'time'],
    [{ time: '2016-12-31T23:59:60Z' }, 'time'],
    [{ time: '2026-01-01', zone: 'Mars/Olympus' }, 'zone'],
    [{ time: '2026-01-01', years: 9_000 }, 'years'],
    [{ time: '2026-01-01', seconds: -300_000_000_000 }, 'years'],
    [{ time: '2026-03-28T02:30', ...berlin, days: 1, disambiguation: 'reject' }, 'time'],
  ])('refuses %j', async (input, path) => {
    await expect(run('date-add', input)).rejects.toMatchObject({ name: 'InvalidInput', path })
  })

  it('says in a sentence that leap seconds are not counted', async () => {
    await expect(run('date-iso-to-unix', { time: '2016-12-31T23:59:60Z' })).rejects.toThrow(/leap second/)
  })
})

describe('date-diff', () => {
  // What date-add would add: a month after 31 January is 28 February.
  it.each([
    ['2024-02-29', '2025-02-28', ['years', 'days'], { years: 1, days: 0 }],
    ['2024-02-29', '2025-03-01', ['years', 'days'], { years: 1, days: 1 }],
    ['2026-01-31', '2026-02-28', ['months', 'days'], { months: 1, days: 0 }],
    ['2026-10-25', '2026-10-26', ['hours'], { hours: 25 }],
    ['2026-03-01T12:00Z', '2026-03-01T12:00Z', ['seconds'], { seconds: 0 }],
    ['2026-03-01', '2026-03-02T12:00', ['days'], { days: 1.5 }],
  ])('from %s to %s', async (from, to, units, parts) => {
    const forward = await run('date-diff', { from, to, units, ...berlin })
    expect(forward).toMatchObject({ parts, negative: false })
    const back = await run('date-diff', { from: to, to: from, units, ...berlin })
    expect(back).toMatchObject({ parts, negative: from !== to })
    expect(back.total_seconds).toBe(0 - forward.total_seconds)
  })
})

describe('date-unix-to-iso and date-iso-to-unix', () => {
  // ISO 8601: 1981-04-05 is day 095 and 1981-W14-7; the others are of the table of years that begin amid a week.
  it.each([
    ['1981-W14-7', '1981-04-05'],
    ['1981W147', '1981-04-05'],
    ['1981-095', '1981-04-05'],
    ['1981095', '1981-04-05'],
    ['19810405', '1981-04-05'],
    ['1977-W01-1', '1977-01-03'],
    ['1976-W53-6', '1977-01-01'],
    ['2008-W01-1', '2007-12-31'],
    ['2009-W53-7', '2010-01-03'],
    ['2026-W01-1', '2025-12-29'],
    ['2024-366', '2024-12-31'],
    ['1981-w14-7T12:30:15.5Z', '1981-04-05T12:30:15.500'],
    ['1981-095 12:30+01:00', '1981-04-05T11:30'],
    ['19810405T123015Z', '1981-04-05T12:30:15'],
    ['19810405T1230+0100', '1981-04-05T11:30'],
    // ISO 8601-1, 5.3.1.3 and 5.3.1.4: to the hour, and with a fraction of the last part.
    ['1981-04-05T12Z', '1981-04-05T12:00'],
    ['19810405T12+0530', '1981-04-05T06:30'],
    ['1981-04-05T12,5Z', '1981-04-05T12:30'],
    ['1981-04-05T12:30.25Z', '1981-04-05T12:30:15'],
    ['19810405T123015.25-02', '1981-04-05T14:30:15.250'],
  ])('know every form of a date: %s', async (time, date) => {
    const whole = date.includes('T') ? date : `${date}T00:00`
    expect(Date.parse(String((await run('date-iso-to-unix', { time })).utc))).toBe(Date.parse(`${whole}Z`))
  })

  it.each([
    '2026-W54-1',
    '2025-W53-1',
    '2026-W00-1',
    '2026-W01-8',
    '2026-W01-0',
    '2025-366',
    '2026-000',
    '20260230',
  ])('refuse a day that does not exist: %s', async (time) => {
    await expect(run('date-iso-to-unix', { time })).rejects.toThrow(/does not exist/)
  })

  it('undo each other to the nanosecond', async () => {
    for (const value of [
      '0',
      '-1',
      '1700000000123456789',
      '-62135596800000000000',
      '253400000000123456789',
    ]) {
      const { iso } = await run('date-unix-to-iso', { value, unit: 'ns', zone: '+05:45' })
      expect(await run('date-iso-to-unix', { time: iso })).toMatchObject({ nanoseconds: value })
    }
  })

  it.each([
    [1_700_000_000, 's'],
    [1_700_000_000_000, 'ms'],
    ['1700000000000000', 'us'],
    ['1700000000000000000', 'ns'],
  ])('reads %s as %s', async (value, unit) => {
    expect(await run('date-unix-to-iso', { value })).toMatchObject({
      unit,
      utc: '2023-11-14T22:13:20.000Z',
    })
  })

  it.each([1e21, '99999999999999999999', '253402300800'])(
    'refuses %s, which is past the year 9999',
    async (value) => {
      await expect(run('date-unix-to-iso', { value, unit: 's' })).rejects.toMatchObject({ path: 'value' })
    },
  )
})

describe('date-parse', () => {
  const reference = '2026-03-01T12:00:00Z'
  it.each([
    ['tomorrow', { date: '2026-03-02', time_known: false }, {}],
    ['tomorrow at noon', { iso: '2026-03-02T12:00:00.000+01:00', time_known: true }, berlin],
    ['3 days ago', { date: '2026-02-26' }, {}],
    ['5pm', { utc: '2026-03-01T16:00:00.000Z' }, berlin],
    ['5pm EST', { utc: '2026-03-01T22:00:00.000Z' }, berlin],
    ['3. März 2027', { date: '2027-03-03' }, { locale: 'de' }],
    ['12/11/2026', { date: '2026-12-11' }, {}],
    ['12/11/2026', { date: '2026-11-12' }, { locale: 'en-GB' }],
    ['2026-10-25T02:30', { iso: '2026-10-25T02:30:00.000+02:00' }, berlin],
    ['2026-07-01T10:00:00-07:00', { utc: '2026-07-01T17:00:00.000Z' }, berlin],
    ['February 3', { date: '2027-02-03' }, { forward: true }],
  ])('reads %s', async (text, start, options) => {
    expect(await run('date-parse', { text, reference, ...options })).toMatchObject({ start })
  })

  it('reads a range, and counts from the clock of the call', async () => {
    const range = await run('date-parse', { text: 'from 10am to 11:30am tomorrow' })
    expect(range).toMatchObject({
      start: { utc: '2026-03-02T10:00:00.000Z' },
      end: { utc: '2026-03-02T11:30:00.000Z' },
      reference: '2026-03-01T12:00:00.000Z',
    })
  })

  it('says which of two readings it chose', async () => {
    expect((await run('date-parse', { text: '12/11/2026' })).notes).toEqual([
      expect.stringContaining('en-GB'),
    ])
  })

  it.each(['31 February 2026', 'no date here', '2026-02-30', '25:00'])('refuses %s', async (text) => {
    await expect(run('date-parse', { text })).rejects.toMatchObject({ path: 'text' })
  })
})

describe('date-format', () => {
  it('writes the styles of other languages, and refuses an unknown one', async () => {
    const input = { time: '2026-03-01T12:00:00Z', style: 'full', locale: 'fr' }
    expect((await run('date-format', input)).text).toContain('dimanche 1 mars 2026')
    await expect(run('date-format', { ...input, locale: 'no_such-' })).rejects.toMatchObject({
      path: 'locale',
    })
  })
})
