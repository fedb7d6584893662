import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const convert = (time: string, from: string | undefined, to: string, disambiguation?: string) =>
  runTool('date-timezone-convert', {
    time,
    to,
    ...(from === undefined ? {} : { from }),
    ...(disambiguation === undefined ? {} : { disambiguation }),
  })

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']

describe('date-timezone-convert', () => {
  it('agrees with the wall clock that Intl shows for every instant and zone', async () => {
    const instants = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2035, 0) })
    await fc.assert(
      fc.asyncProperty(instants, fc.constantFrom(...zones), async (instant, zone) => {
        const utc = new Date(instant).toISOString()
        expect(await convert(utc, undefined, zone)).toMatchObject({
          utc,
          unix_ms: instant,
          to: { iso: expect.stringContaining(wallClock(instant, zone)) },
        })
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  // Until standard time, clocks showed the mean time of their place.
  it.each([
    ['1850-01-01T00:00:00Z', 'Asia/Kolkata', '1850-01-01T05:53:28.000+05:53:28'],
    ['1850-06-01T12:00:00Z', 'America/New_York', '1850-06-01T07:03:58.000-04:56:02'],
    ['1950-01-01T00:00:00Z', 'Africa/Monrovia', '1949-12-31T23:15:30.000-00:44:30'],
  ])('keeps the seconds of an old offset, and reads them back: %s in %s', async (time, zone, iso) => {
    const there = Object(await convert(time, undefined, zone))
    expect(there.to.iso).toBe(iso)
    expect(Object(await convert(iso, undefined, 'UTC')).unix_ms).toBe(Date.parse(time))
    expect(Object(await convert(iso, undefined, 'UTC')).from.zone).toBe(iso.slice(23))
    expect(await runTool('date-iso-to-unix', { time: iso })).toMatchObject({
      milliseconds: Date.parse(time),
    })
  })

  it('converts a local time to an instant that shows it again', async () => {
    const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 })
    await fc.assert(
      fc.asyncProperty(minutes, fc.constantFrom(...zones), async (minute, zone) => {
        const local = wallClock(minute * 60_000, zone)
        const answers = ['earlier', 'later'].map((choice) => convert(local, zone, 'UTC', choice))
        const instants = (await Promise.all(answers)).map((answer) => Object(answer).unix_ms)
        expect(instants).toContain(minute * 60_000)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  // zdump -v prints these transitions from the IANA database.
  it.each([
    [
      'Europe/Berlin',
      '2026-10-25T02:30',
      'repeated',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ],
    ['Europe/Berlin', '2026-10-25T03:00', 'unique', []],
    ['Europe/Berlin', '2026-10-25T01:59:59.999', 'unique', []],
    [
      'Europe/Berlin',
      '2026-03-29T02:00',
      'skipped',
      ['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ],
    ['Europe/Berlin', '2026-03-29T03:00', 'unique', []],
    [
      'Australia/Lord_Howe',
      '2026-10-04T02:15',
      'skipped',
      ['2026-10-03T15:15:00.000Z', '2026-10-03T15:45:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      'repeated',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    [
      'Pacific/Apia',
      '2011-12-30T12:00',
      'skipped',
      ['2011-12-29T22:00:00.000Z', '2011-12-30T22:00:00.000Z'],
    ],
    ['Asia/Kolkata', '2026-03-29T02:30', 'unique', []],
  ])('knows in %s that %s is %s', async (zone, time, local_time, candidates) => {
    expect(await convert(time, zone, 'UTC')).toMatchObject({ local_time, candidates })
  })

  it('chooses the first of two times, and moves a skipped one forward, unless told otherwise', async () => {
    const skipped = (choice?: string) => convert('2026-03-29T02:30', 'Europe/Berlin', 'UTC', choice)
    expect(await skipped()).toMatchObject({ utc: '2026-03-29T01:30:00.000Z' })
    expect(await skipped('earlier')).toMatchObject({ utc: '2026-03-29T00:30:00.000Z' })
    expect(await skipped('later')).toMatchObject({ utc: '2026-03-29T01:30:00.000Z' })
    const repeated = (choice?: string) => convert('2026-10-25T02:30', 'Europe/Berlin', 'UTC', choice)
    expect(await repeated()).toMatchObject({ utc: '2026-10-25T00:30:00.000Z' })
    expect(await repeated('later')).toMatchObject({ utc: '2026-10-25T01:30:00.000Z' })
    for (const rejected of [skipped('reject'), repeated('reject')])
      await expect(rejected).rejects.toMatchObject({ name: 'InvalidInput', path: 'time' })
  })

  // The IANA database, europe and northamerica: the clocks of Russia stayed forward in 2011, those of Turkey in 2016.
  // Catches: comparing offsets of one year, in which clocks were changed for good.
  it.each([
    ['2011-05-20T08:00:00Z', 'Asia/Krasnoyarsk', false],
    ['2011-07-01T00:00:00Z', 'Europe/Moscow', false],
    ['2010-07-01T00:00:00Z', 'Europe/Moscow', true],
    ['2016-07-01T00:00:00Z', 'Europe/Istanbul', true],
    ['2017-07-01T00:00:00Z', 'Europe/Istanbul', false],
    ['2026-07-01T00:00:00Z', 'Europe/Dublin', true],
    ['2026-01-01T00:00:00Z', 'Australia/Lord_Howe', true],
    ['2026-07-01T00:00:00Z', 'Asia/Tokyo', false],
    ['2026-07-01T00:00:00Z', 'Antarctica/Troll', true],
  ])('says whether %s is summer time in %s: %s', async (time, to, isSummerTime) => {
    expect(await runTool('date-timezone-convert', { time, to })).toMatchObject({
      to: { is_dst: isSummerTime },
    })
  })

  it('says when the result is one of two times with the same local time', async () => {
    expect(await convert('2026-10-25T01:30Z', undefined, 'Europe/Berlin')).toMatchObject({
      to: { iso: '2026-10-25T02:30:00.000+01:00' },
      local_time: 'unique',
      target_repeated: true,
      note: "The result's local time occurs twice in Europe/Berlin, where clocks go back; keep its offset",
    })
  })

  it('reads a time with an offset as that instant, even within a clock change', async () => {
    expect(await convert('2026-10-25T02:30+01:00', 'Europe/Berlin', 'UTC', 'reject')).toMatchObject({
      utc: '2026-10-25T01:30:00.000Z',
      from: { iso: '2026-10-25T02:30:00.000+01:00', zone: 'Europe/Berlin', is_dst: false },
    })
  })

  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02t03:04:05,678901234z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T24:00', '2026-01-03T00:00:00.000Z'],
    ['2024-02-29T00:00+05', '2024-02-28T19:00:00.000Z'],
    ['2026-01-02T03:04-0330', '2026-01-02T06:34:00.000Z'],
    ['2026-01-02T03:04-00:00', '2026-01-02T03:04:00.000Z'],
    ['0001-01-01T00:00', '0001-01-01T00:00:00.000Z'],
  ])('reads %s (ISO 8601)', async (time, utc) => {
    expect(await convert(time, undefined, 'UTC')).toMatchObject({ utc })
  })

  it.each([
    ['UTC', 'UTC', 0],
    ['z', 'UTC', 0],
    ['+0530', '+05:30', 330],
    ['-03', '-03:00', -180],
    ['Asia/Kathmandu', 'Asia/Kathmandu', 345],
  ])('accepts %s as a zone', async (zone, name, offset_minutes) => {
    expect(await convert('2026-01-01T00:00Z', undefined, zone)).toMatchObject({
      to: { zone: name, offset_minutes },
    })
  })

  it.each(['local', 'system', 'Mars/Olympus', '+25:00', '+05:60', '__proto__', '../etc/passwd', 'UTC+3'])(
    'refuses %s as a zone',
    async (zone) => {
      await expect(convert('2026-01-01T00:00', zone, 'UTC')).rejects.toMatchObject({ path: 'from' })
      await expect(convert('2026-01-01T00:00', 'UTC', zone)).rejects.toMatchObject({ path: 'to' })
    },
  )

  // Catches: a time that rolls over into another one.
  it.each([
    '2026-02-30',
    '2025-02-29T00:00',
    '2026-13-01',
    '2026-01-01T25:00',
    '2026-01-01T23:59:60',
    '2026-01-01T00:00+24',
  ])('refuses %s', async (time) => {
    await expect(convert(time, 'UTC', 'UTC')).rejects.toMatchObject({ name: 'InvalidInput', path: 'time' })
  })

  it.each([
    '',
    'now',
    '12:00',
    '2026',
    '2026-W01',
    '1/2/2026',
    '2026-01-01Z',
    '2026-01-01T',
    'T00:00',
    '٢٠٢٦-01-01',
  ])('refuses %j, which could mean several times or none', async (time) => {
    await expect(convert(time, 'UTC', 'UTC')).rejects.toMatchObject({ name: 'ZodError' })
  })
})

// The clock of another implementation: Intl, which reads the same database through ICU.
function wallClock(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(instant).replace(' ', 'T')
}
