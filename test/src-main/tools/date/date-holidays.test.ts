import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => (await runTool(slug, input)) as Json

describe('date-holidays', () => {
  // The days that Python's holidays package has for India.
  it('knows the holidays of India that follow the moon', async () => {
    const { holidays, note } = await run('date-holidays', { country: 'IN', year: 2024 })
    const dates = Object.fromEntries(holidays.map(({ name, date }: Json) => [name, date])) as Json
    expect(dates).toMatchObject({
      Holi: '2024-03-25',
      'Eid al-Fitr': '2024-04-11',
      Janmashtami: '2024-08-26',
      Dussehra: '2024-10-12',
      Diwali: '2024-10-31',
      'Guru Nanak Jayanti': '2024-11-15',
    })
    expect(note).toBeUndefined()
    expect(holidays.map(({ date }: Json) => date)).toEqual(
      holidays.map(({ date }: Json) => date as string).toSorted(),
    )
    expect((await run('date-holidays', { country: 'IN', year: 2040 })).note).toContain('2035')
    const day = { from: '2024-10-31', to: '2024-10-31', country: 'IN' }
    expect(await run('date-business-days-between', day)).toMatchObject({ business_days: 0 })
  })

  // Canada Labour Code, 166; 5 U.S.C. 6103 (b); Law 2429 of Turkey; Ley 2.977 of Chile; Ley 51 of Colombia;
  // Decree 2-77-169 of Morocco; Lög 88/1971 of Iceland; the public holidays acts of Kenya and Nigeria; the
  // Labour Code of Bulgaria, 154; the law on holidays of Serbia; the regulations of Korea, China, the Emirates and
  // Cyprus; the days that the cabinet of Thailand proclaimed, and those that Singapore and Indonesia publish;
  // the Act on Commemorative Days and Festivals of Taiwan; and what Python's holidays package (0.105) has.
  it.each([
    ['BG', 2022, ['2022-04-23', '2022-12-26', '2022-12-27', '2022-12-28'], ['2022-12-29']],
    ['BG', 2025, ['2025-04-19', '2025-05-26', '2025-09-08'], ['2025-05-05']],
    ['BG', 2026, ['2026-05-25', '2026-09-07', '2026-12-26', '2026-12-28'], []],
    ['RS', 2026, ['2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'], []],
    ['CA', 2026, ['2026-05-18', '2026-09-30', '2026-10-12', '2026-11-11', '2026-12-26'], []],
    ['US', 2023, ['2023-11-10', '2023-11-11'], []],
    ['TR', 2025, ['2025-03-30', '2025-06-06'], []],
    ['CL', 2025, ['2025-04-18', '2025-04-19'], ['2025-04-20']],
    ['KR', 2023, ['2023-01-21', '2023-01-24'], []],
    ['KR', 2025, ['2025-01-28'], ['2025-01-29', '2025-01-31']],
    ['CN', 2023, ['2023-01-22', '2023-01-24'], ['2023-01-21', '2023-03-08', '2023-06-01']],
    ['CN', 2025, ['2025-01-28', '2025-01-31', '2025-05-02'], []],
    ['RO', 2023, [], ['2023-01-06', '2023-01-07']],
    ['KR', 2026, ['2026-05-01'], []],
    ['KR', 2025, [], ['2025-05-01']],
    ['SG', 2023, ['2023-11-12', '2023-11-13'], []],
    ['SG', 2024, ['2024-06-17'], ['2024-06-16']],
    ['SG', 2022, ['2022-07-10', '2022-07-11'], []],
    ['ID', 2025, ['2025-03-31', '2025-04-01', '2025-04-20', '2025-06-27'], ['2025-03-30', '2025-06-26']],
    ['ID', 2023, ['2023-06-04', '2023-06-29'], ['2023-04-09', '2023-05-06', '2023-06-28']],
    ['TW', 2024, ['2024-04-04', '2024-04-05'], ['2024-05-01', '2024-09-28', '2024-12-25']],
    ['TW', 2025, ['2025-05-30', '2025-09-28', '2025-09-29', '2025-10-24', '2025-12-25'], ['2025-11-12']],
    ['TW', 2026, ['2026-02-15', '2026-02-27', '2026-04-03', '2026-05-01', '2026-10-26'], []],
    ['TW', 2012, ['2012-10-10'], ['2012-09-28']],
    ['AL', 2025, ['2025-09-05', '2025-11-22', '2025-11-24'], ['2025-10-19']],
    ['AL', 2017, ['2017-10-19'], ['2017-09-05', '2017-11-22']],
    ['AM', 2024, ['2024-01-01', '2024-01-06'], ['2024-01-03']],
    ['CR', 2025, [], ['2025-10-12', '2025-10-13']],
    ['EC', 2025, ['2025-10-09'], ['2025-09-10', '2025-04-17']],
    ['ET', 2023, ['2023-01-07', '2023-01-19', '2023-05-05', '2023-09-12', '2023-09-28'], ['2023-09-11']],
    ['ET', 2024, ['2024-01-20', '2024-05-01', '2024-05-28', '2024-09-11', '2024-09-27'], ['2024-03-28']],
    ['GE', 2025, ['2025-05-17'], []],
    ['GH', 2025, ['2025-07-01', '2025-09-21'], ['2025-08-04']],
    ['GH', 2024, ['2024-08-04'], ['2024-07-01']],
    ['GR', 2024, ['2024-05-07'], ['2024-05-01']],
    ['MD', 2025, ['2025-06-01'], []],
    ['RS', 2025, ['2025-02-15', '2025-02-16', '2025-02-17'], []],
    ['RS', 2023, ['2023-01-01', '2023-01-02', '2023-01-03'], []],
    ['TZ', 2025, ['2025-01-12'], ['2025-01-02']],
    ['AE', 2025, ['2025-06-05', '2025-12-02', '2025-12-03'], ['2025-01-27']],
    ['MA', 2025, ['2025-01-14', '2025-06-06'], []],
    ['MA', 2023, [], ['2023-01-14']],
    ['CO', 2025, ['2025-04-17', '2025-04-18'], ['2025-04-20']],
    ['KE', 2025, ['2025-04-18', '2025-04-21'], ['2025-04-20']],
    ['NG', 2025, ['2025-05-01', '2025-06-12', '2025-10-01'], ['2025-05-27', '2025-11-01']],
    ['CY', 2025, ['2025-03-03', '2025-04-18', '2025-06-09'], ['2025-03-04', '2025-06-08']],
    ['IS', 2025, ['2025-04-24'], []],
    ['IS', 2018, ['2018-04-19'], ['2018-04-26']],
    ['LT', 2025, ['2025-05-04', '2025-06-01'], []],
    ['LV', 2025, ['2025-05-11'], []],
    ['TH', 2024, ['2024-02-24', '2024-02-26', '2024-04-08', '2024-05-06', '2024-05-22'], []],
    ['TH', 2024, ['2024-07-20', '2024-07-21', '2024-07-22', '2024-07-29', '2024-10-14'], ['2024-07-19']],
    ['TH', 2025, ['2025-02-12', '2025-05-05', '2025-05-11', '2025-05-12', '2025-07-10'], ['2025-02-13']],
  ])('has the public holidays of %s in %i that its law lays down', async (country, year, has, lacks) => {
    const { holidays } = await run('date-holidays', { country, year })
    const dates = holidays.map(({ date }: Json) => date as string)
    expect(dates).toEqual(expect.arrayContaining(has))
    for (const date of lacks) expect(dates).not.toContain(date)
  })

  it('counts the days of a feast as long as the law does', async () => {
    const { holidays } = await run('date-holidays', { country: 'TR', year: 2025, language: 'tr' })
    const days = Object.fromEntries(holidays.map(({ name, days: count }: Json) => [name, count])) as Json
    expect(days).toMatchObject({ 'Ramazan Bayramı': 3, 'Kurban Bayramı': 4 })
  })

  it.each([
    ['DZ', 2025, 3],
    ['DZ', 2022, 2],
    ['BH', 2025, 3],
  ])('has the feast after Ramadan in %s in %i for %i days', async (country, year, days) => {
    const { holidays } = await run('date-holidays', { country, year, language: 'en' })
    expect(holidays.filter(({ name }: Json) => name === 'Eid al-Fitr')).toMatchObject([{ days }])
  })

  it('keeps the holidays that a province of Canada has', async () => {
    const { holidays } = await run('date-holidays', { country: 'CA', region: 'ON', year: 2026 })
    expect(holidays.map(({ date }: Json) => date as string)).not.toContain('2026-11-11')
  })
})
