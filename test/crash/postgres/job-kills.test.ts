import { expect, it } from 'vitest'
import { runs } from '../../support/runs.ts'
import { killRunningJobs } from './job-kills.ts'

// Catches: a job that two gateways run, or that nobody runs any more.
it('jobs of gateways that are killed end once each, and those that may have acted are not run again', async () => {
  const jobs = runs(30, 1_000)
  const report = await killRunningJobs(jobs, runs(1, 4))
  expect(report).toMatchObject({
    accepted: jobs,
    failedOtherwise: 0,
    lost: 0,
    open: 0,
    chargedTwice: 0,
    completedAndNotCharged: 0,
    failedAndCharged: 0,
    missingActions: 0,
    secretActions: 0,
    problems: [],
    unclean: 0,
  })
}, 900_000)
