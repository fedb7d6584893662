import { expect, it } from 'vitest'
import { takeAway } from './outage.ts'

it('a gateway whose PostgreSQL goes away tells its callers so, charges what it answers, and goes on by itself', async () => {
  const report = await takeAway(1_500, 12)
  expect(report).toMatchObject({ others: [], problems: [], bugs: [] })
  expect(Object.keys(report.answers)).toEqual(['200', '202', '503'])
  expect(report.charged.told).toBe(report.charged.written)
  expect(report.repeated.answered).toBe(report.repeated.refused)
})
