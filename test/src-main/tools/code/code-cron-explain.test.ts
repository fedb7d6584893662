import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('code-cron-explain', () => {
  // Catches: "every 90 minutes" for what runs hourly. The second opinion is date-cron-next's.
  it('says of any step what the runs do', async () => {
    for (let step = 1; step <= 100; step++) {
      for (const [expression, unit, size] of [
        [`*/${step} * * * *`, 'minute', 60_000],
        [`0 */${step} * * *`, 'hour', 3_600_000],
      ] as const) {
        const { description } = await run('code-cron-explain', { expression })
        const { runs } = await run('date-cron-next', {
          expression,
          after: '2024-01-01T00:00:00Z',
          count: 70,
        })
        const times: number[] = runs.map(({ unix_ms }: { unix_ms: number }) => unix_ms)
        const every = new RegExp(`(?<!minutes?.*)\\bevery (?:(\\d+) )?${unit}s?$`, 'i').exec(description)
        if (every) {
          const gaps = times.slice(1).map((time, at) => (time - times[at]!) / size)
          expect([expression, new Set(gaps)]).toEqual([expression, new Set([Number(every[1] ?? 1)])])
          continue
        }
        const named = [...String(description).matchAll(/(\d+)(?=:00|,| |$)/g)].map(([number]) =>
          Number(number),
        )
        const real = times.map((time) => (time / size) % (unit === 'minute' ? 60 : 24))
        if (description === 'Every hour')
          expect([expression, new Set(real)]).toEqual([expression, new Set([0])])
        else expect([expression, new Set(named)]).toEqual([expression, new Set(real)])
      }
    }
  })

  it('knows the weekday nearest to a day', async () => {
    const { description } = await run('code-cron-explain', { expression: '0 0 15W * *' })
    expect(description).toBe('At 00:00, on the weekday nearest day 15 of the month')
  })

  it.each(['* * * *', '60 * * * *', '5-3 * * * *', '0 0 30 2 *', '@noon', 'a b c d e', '* * * * * * *'])(
    'refuses %s, which never runs',
    async (expression) => {
      await expect(run('code-cron-explain', { expression })).rejects.toMatchObject({ path: 'expression' })
    },
  )

  // Catches: "Invalid characters, got value", which names neither the field nor what it takes.
  it.each([
    ['60 * * * *', 'The minute "60" is not valid: write 0 to 59, or *'],
    ['x * * * *', 'The minute "x" is not valid: write 0 to 59, or *'],
    ['* * * FOO *', 'The month "FOO" is not valid: write 1 to 12, or JAN to DEC, or *'],
    ['* * * * MON,8', 'The weekday "8" is not valid: write 0 to 7, or SUN to SAT, or *'],
    ['* 5-3 * * *', 'The hour range "5-3" runs backwards: write the lower end first'],
    ['5- * * * *', 'The minute range "5-" lacks an end'],
    ['* * 1-2-3 * *', 'The day range "1-2-3" has more than two ends'],
    ['*/0 * * * *', 'The step of the minute "*/0" is not a whole number above 0'],
    ['61 * * * * *', 'The second "61" is not valid: write 0 to 59, or *'],
    ['1,,2 * * * *', 'The minute field has a comma with nothing on one side'],
    ['* * * * MON#6', 'The weekday "MON#6" is not one day, # and a number from 1 to 5, such as MON#2'],
    ['@noon', 'Known names are @yearly, @monthly, @weekly, @daily, @hourly and @reboot'],
  ])(
    'says of %s which field is at fault and what it takes, as date-cron-next does',
    async (expression, why) => {
      for (const slug of ['code-cron-explain', 'date-cron-next'])
        await expect(run(slug, { expression })).rejects.toMatchObject({
          message: expect.stringContaining(why),
        })
    },
  )

  it('explains in other languages', async () => {
    const { description } = await run('code-cron-explain', { expression: '0 8 * * MON', language: 'de' })
    expect(description).toMatch(/Montag/)
  })
})
