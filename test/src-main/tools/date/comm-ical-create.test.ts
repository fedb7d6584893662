import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const berlin = { zone: 'Europe/Berlin' }

describe('comm-ical-create', () => {
  const linesOf = async (event: object): Promise<string[]> => {
    const { ics } = await run('comm-ical-create', {
      events: [{ title: 'A', start: '2026-03-30T10:00Z', ...event }],
    })
    expect(ics).toMatch(/^BEGIN:VCALENDAR\r\n(?:[^\r\n]+\r\n)+END:VCALENDAR\r\n$/)
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    return ics.replaceAll('\r\n ', '').split('\r\n')
  }

  it('folds lines at 75 octets, never within a character', async () => {
    const title = 'ä😀'.repeat(100)
    expect(await linesOf({ title })).toContain(`SUMMARY:${title}`)
  })

  it('escapes what has a meaning (RFC 5545, 3.3.11)', async () => {
    const lines = await linesOf({
      title: 'a;b,c\\d',
      description: 'x\r\ny\nBEGIN:VALARM',
    })
    expect(lines).toEqual(
      expect.arrayContaining(['SUMMARY:a\\;b\\,c\\\\d', 'DESCRIPTION:x\\ny\\nBEGIN:VALARM']),
    )
  })

  it('ends an event of whole days on the day after its last', async () => {
    expect(await linesOf({ start: '2026-02-27', end: '2026-02-28' })).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20260227', 'DTEND;VALUE=DATE:20260301']),
    )
  })

  it('writes recurring events on the clocks of their zone, with its changes, and all others in UTC', async () => {
    expect(await linesOf({ start: '2026-03-30T10:00', ...berlin, duration_minutes: 60 })).toEqual(
      expect.arrayContaining(['DTSTART:20260330T080000Z', 'DTEND:20260330T090000Z']),
    )
    const lines = await linesOf({ start: '2026-03-02T09:00', ...berlin, recurrence: 'FREQ=WEEKLY' })
    expect(lines).toEqual(
      expect.arrayContaining(['DTSTART;TZID=Europe/Berlin:20260302T090000', 'RRULE:FREQ=WEEKLY']),
    )
    // RFC 5545, 3.6.5: the onset of summer time on 29 March 2026, in the time before it.
    const at = lines.indexOf('DTSTART:20260329T020000')
    expect(lines.slice(at - 1, at + 3)).toEqual([
      'BEGIN:DAYLIGHT',
      'DTSTART:20260329T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
    ])
  })

  it('writes clock changes that are only a week apart', async () => {
    const recife = { start: '2000-03-06T09:00', zone: 'America/Recife', recurrence: 'FREQ=WEEKLY' }
    // The tz database: summer time of 2000 began in Recife on 8 October and was taken back on the 15th.
    expect(await linesOf(recife)).toEqual(
      expect.arrayContaining(['DTSTART:20001008T000000', 'DTSTART:20001015T000000']),
    )
  })

  it('lets no name smuggle in a line', async () => {
    const lines = await linesOf({ organizer: { name: 'x"\r\nBEGIN:VALARM', email: 'a@example.com' } })
    expect(lines.filter((line) => line.startsWith('BEGIN:VALARM'))).toEqual([])
    // RFC 6868, 3.1
    expect(lines).toContain('ORGANIZER;CN="x^\'^nBEGIN:VALARM":mailto:a@example.com')
  })

  it('refuses what no calendar can hold instead of leaving it out', async () => {
    await expect(linesOf({ title: 'a\u0007b' })).rejects.toMatchObject({
      path: 'events.0.title',
      message: expect.stringContaining('U+0007') as string,
    })
    expect(await linesOf({ title: 'a\tb' })).toContain('SUMMARY:a\tb')
  })

  it.each([
    [{ end: '2026-03-30T09:00Z' }, 'events.0.end'],
    [{ end: '2026-03-31' }, 'events.0.end'],
    [{ end: '2026-03-30T11:00Z', duration_minutes: 5 }, 'events.0.end'],
    [{ recurrence: 'FREQ=NEVER' }, 'events.0.recurrence'],
    [{ zone: 'Nowhere', start: '2026-03-30T10:00' }, 'events.0.zone'],
  ])('refuses %j', async (event, path) => {
    await expect(linesOf(event)).rejects.toMatchObject({ path })
  })
})
