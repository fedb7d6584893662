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
})
