import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const berlin = { zone: 'Europe/Berlin' }

describe('date-cron-next', () => {
  it.each([
    // Skipped on 29 March 2026, repeated on 25 October 2026.
    ['30 2 * * *', '2026-03-28T12:00', ['2026-03-29T03:30:00.000+02:00', '2026-03-30T02:30:00.000+02:00']],
    ['30 2 * * *', '2026-10-24T12:00', ['2026-10-25T02:30:00.000+02:00', '2026-10-26T02:30:00.000+01:00']],
    // POSIX: day of month and day of week are alternatives.
    ['0 0 13 * FRI', '2026-03-07', ['2026-03-13T00:00:00.000+01:00', '2026-03-20T00:00:00.000+01:00']],
    ['0 0 L * *', '2026-02-01', ['2026-02-28T00:00:00.000+01:00', '2026-03-31T00:00:00.000+02:00']],
    ['*/20 30 9 * * 1#2', '2026-03-01', ['2026-03-09T09:30:00.000+01:00', '2026-03-09T09:30:20.000+01:00']],
  ])('%s after %s', async (expression, after, local) => {
    const { runs } = await run('date-cron-next', { expression, after, ...berlin, count: 2 })
    expect(runs.map((one: Json) => one.local)).toEqual(local)
  })

  // crontab(5): a list is a set of numbers or ranges, and 0 and 7 are both Sunday.
  it.each([
    ['0 0 * * 0,7', '0 0 * * 0'],
    ['0 0 * * SUN,7,5-7', '0 0 * * 5-7'],
    ['1-5,3 0 * * *', '1-5 0 * * *'],
    ['*/30,0 0 1,1 1,JAN *', '*/30 0 1 1 *'],
  ])('runs once for values that %s names twice', async (expression, once) => {
    const after = '2026-01-01T00:00:00Z'
    expect(await run('date-cron-next', { expression, after })).toEqual(
      await run('date-cron-next', { expression: once, after }),
    )
    await expect(run('code-cron-explain', { expression })).resolves.toBeTruthy()
  })

  it('says that clocks change in between', async () => {
    const input = { expression: '0 9 * * *', after: '2026-03-28', ...berlin, count: 3 }
    expect((await run('date-cron-next', input)).note).toContain('change')
  })

  it.each([
    '* * * *',
    '60 * * * *',
    'H * * * *',
    'H/5 * * * *',
    'a b c d e',
    '* * * * * * *',
    '@never',
    '',
  ])('refuses %j', async (expression) => {
    await expect(run('date-cron-next', { expression })).rejects.toThrow(Error)
  })

  // Quartz: the weekday nearest to a day, never in another month. The days are those of the calendar:
  // 15 August 2026 is a Saturday, 1 August too, and 31 January; 29 February 2032 is a Sunday.
  it.each([
    ['0 0 15W * *', '2026-08-01', ['2026-08-14', '2026-09-15', '2026-10-15', '2026-11-16']],
    ['0 0 1W * *', '2026-07-15', ['2026-08-03', '2026-09-01', '2026-10-01', '2026-11-02']],
    ['0 0 31W * *', '2026-01-01', ['2026-01-30', '2026-03-31', '2026-05-29', '2026-07-31']],
    ['0 0 LW * *', '2026-01-31', ['2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29']],
    ['0 0 1,15W 1-3 ?', '2026-01-15', ['2026-02-01', '2026-02-16', '2026-03-01', '2026-03-16']],
    ['0 0 0 29w 2 *', '2026-01-01', ['2028-02-29', '2032-02-27', '2036-02-29', '2040-02-29']],
  ])('%s runs on the weekdays nearest to the days', async (expression, after, days) => {
    const { runs } = await run('date-cron-next', { expression, after, ...berlin, count: 4 })
    expect(runs.map((one: Json) => one.local.slice(0, 10))).toEqual(days)
  })

  it.each(['0 0 15W * MON', '0 0 32W * *', '0 0 0W * *', '0 0 W * *', '0 0 1-5W * *'])(
    'refuses %s, which has no such day',
    async (expression) => {
      await expect(run('date-cron-next', { expression })).rejects.toThrow(Error)
    },
  )

  it.each(['0 0 31 2 *', '0 0 31 4,6,9,11 *', '0 0 30W 2 *'])(
    'refuses %s, whose day no month has, as code-cron-explain does',
    async (expression) => {
      const refused = run('date-cron-next', { expression, count: 100 })
      await expect(refused).rejects.toThrow('No month that it names has such a day')
      if (!expression.includes('W'))
        await expect(run('code-cron-explain', { expression })).rejects.toThrow(
          'No month that it names has such a day',
        )
    },
  )
})

describe('date-rrule-expand', () => {
  const start = '1997-09-02T09:00'
  const zone = 'America/New_York'
  const datesOf = async (rule: string, more: object = {}) => {
    const { occurrences } = await run('date-rrule-expand', { rule, start, zone, ...more })
    return occurrences.map((one: Json) => one.local.slice(0, 10))
  }

  // RFC 5545, 3.8.5.3: its examples from 2 September 1997, 9:00 in New York.
  it.each([
    [
      'FREQ=DAILY;INTERVAL=10;COUNT=5',
      ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;WKST=SU;BYDAY=TU,TH',
      ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYMONTHDAY=1,-1', ['1997-09-30', '1997-10-01', '1997-10-31']],
    ['FREQ=WEEKLY;UNTIL=19970917T000000Z;WKST=SU', ['1997-09-02', '1997-09-09', '1997-09-16']],
    ['FREQ=DAILY;UNTIL=19970904', ['1997-09-02', '1997-09-03', '1997-09-04']],
  ])('%s', async (rule, dates) => {
    expect(await datesOf(rule)).toEqual(dates)
  })

  // RFC 5545, 3.3.10: recurrences are counted in the order of time, whatever the order of hours in the rule.
  it('takes the times of a day in their order, each once', async () => {
    const { occurrences } = await run('date-rrule-expand', {
      rule: 'FREQ=DAILY;COUNT=5;BYHOUR=16,9,16;BYMINUTE=30,0',
      start,
    })
    expect(occurrences.map((one: Json) => one.utc.slice(8, 16))).toEqual([
      '02T09:00',
      '02T09:30',
      '02T16:00',
      '02T16:30',
      '03T09:00',
    ])
  })

  // RFC 5545: U.S. Presidential Election day, from 5 November 1996.
  it('finds election days', async () => {
    const rule = 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3'
    expect(await datesOf(rule, { start: '1996-11-05T09:00' })).toEqual([
      '1996-11-05',
      '2000-11-07',
      '2004-11-02',
    ])
  })

  it('stays at nine o’clock over a clock change and leaves out what is excluded', async () => {
    const input = {
      rule: 'FREQ=DAILY;COUNT=4',
      start: '2026-03-27T09:00',
      ...berlin,
      exclude: ['2026-03-28T09:00'],
    }
    const { occurrences } = await run('date-rrule-expand', input)
    expect(occurrences.map((one: Json) => one.utc)).toEqual([
      '2026-03-27T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ])
  })

  it('names times that clocks skip, and moves them as RFC 5545 does', async () => {
    const input = { rule: 'FREQ=DAILY;COUNT=2', start: '2026-03-28T02:30', ...berlin }
    expect(await run('date-rrule-expand', input)).toMatchObject({
      occurrences: [{}, { local: '2026-03-29T03:30:00.000+02:00' }],
      notes: [expect.stringContaining('2026-03-29T02:30')],
    })
  })

  it('cuts a window out of an endless rule', async () => {
    const input = { rule: 'FREQ=DAILY', start: '2020-01-01', after: '2026-01-01', before: '2026-01-03' }
    expect(await run('date-rrule-expand', input)).toMatchObject({
      complete: true,
      occurrences: { length: 3 },
    })
    expect(await run('date-rrule-expand', { ...input, limit: 2 })).toMatchObject({ complete: false })
  })

  it.each([
    'BYDAY=MO',
    'FREQ=OFTEN',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=1;UNTIL=20260101',
    'FREQ=DAILY;COUNT=1;COUNT=2',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=DAILY;X=1',
    'FREQ=DAILY;UNTIL=20261399T000000Z',
    'FREQ=MONTHLY;BYDAY=54MO',
    // What RFC 5545, 3.3.10, says must not be used together.
    'FREQ=MONTHLY;BYWEEKNO=20',
    'FREQ=DAILY;BYYEARDAY=100',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=WEEKLY;BYDAY=MO,-1FR',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO',
    'FREQ=MONTHLY;BYSETPOS=-1',
  ])('refuses %s', async (rule) => {
    await expect(run('date-rrule-expand', { rule, start })).rejects.toMatchObject({ path: 'rule' })
  })
})

describe('in the worker', () => {
  let gateway: TestGateway
  beforeAll(async () => void (gateway = await TestGateway.create({ workerDeadlineMs: 500 })))
  afterAll(async () => await gateway.close())

  it('ends a rule that looks for a second that never comes', async () => {
    const input = { rule: 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', start: '2026-01-01' }
    const { status, json } = await gateway.call('date-rrule-expand', input)
    expect(status).toBe(500)
    expect(json.error.timed_out).toBe(true)
    expect(gateway.balance()).toBe(500)
  })
})

describe('date-holidays and date-business-days-between', () => {
  it('knows the holidays of a region, and those that fall on a weekend', async () => {
    const datesOf = async (input: object) =>
      (await run('date-holidays', input)).holidays.map((one: Json) => one.date)
    // Bavaria: Epiphany, Corpus Christi, All Saints beside the nine of all Germany.
    expect(await datesOf({ country: 'de', region: 'by', year: 2026 })).toEqual(
      expect.arrayContaining(['2026-01-06', '2026-06-04', '2026-11-01']),
    )
    // 4 July 2027 is a Sunday, so Monday is free (5 U.S.C. 6103(b), Executive Order 11582).
    expect(await datesOf({ country: 'US', year: 2027 })).toContain('2027-07-05')
  })

  it.each([
    [{ country: 'GA', region: '0', year: 1900 }, 'region'],
    [{ country: 'XX', year: 2026 }, 'country'],
    [{ country: 'DE', region: 'ZZ', year: 2026 }, 'region'],
    [{ country: 'DE', subregion: 'A', year: 2026 }, 'region'],
  ])('says which place it does not know (%#)', async (input, path) => {
    await expect(run('date-holidays', input)).rejects.toMatchObject({ path })
  })

  it('says how many countries it knows beside those that it names', async () => {
    await expect(run('date-holidays', { country: 'XX', year: 2026 })).rejects.toThrow(/ and \d+ others$/)
  })

  it.each([
    [{ from: '2026-12-21', to: '2027-01-03', country: 'DE' }, 8],
    [{ from: '2026-03-08', to: '2026-03-07' }, 0],
    [{ from: '2026-03-09', to: '2026-03-06' }, -2],
    [{ from: '2026-03-09', to: '2026-03-06', include_end: false }, -1],
    [{ from: '2026-03-06', to: '2026-03-06', include_end: false }, 0],
    [{ from: '2028-02-28', to: '2028-03-01' }, 3],
  ])('counts %j', async (input, business_days) => {
    expect(await run('date-business-days-between', input)).toMatchObject({ business_days })
  })

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '1900-01-01', to: '2100-01-01' }, 'to'],
    [{ from: '2026-01-01', to: '2026-01-02', holidays: ['2026-02-31'] }, 'holidays.0'],
    [{ from: '2026-01-01', to: '2026-01-02', region: 'BY' }, 'country'],
  ])('refuses %j', async (input, path) => {
    await expect(run('date-business-days-between', input)).rejects.toMatchObject({ path })
  })
})
