import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../build/test-report.mjs'

const file = (status: string, ...cases: [status: string, fullName: string][]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: cases.map(([caseStatus, fullName]) => ({ status: caseStatus, fullName })),
})
const report = (success: boolean, ...testResults: ReturnType<typeof file>[]) => ({ success, testResults })

describe('the totals of a run', () => {
  it('count each test, and name those that did not run', () => {
    const run = report(
      true,
      file('passed', ['passed', 'a'], ['pending', 'b'], ['skipped', 'c'], ['todo', 'd']),
    )
    expect(totalsOf(run, 0)).toEqual({ passed: 1, failed: 0, skipped: 3, skippedNames: ['b', 'c', 'd'] })
  })

  it('count a failed test once, though its file failed with it', () => {
    expect(totalsOf(report(false, file('failed', ['passed', 'a'], ['failed', 'b'])), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })

  it('count a file that could not be loaded as a failure, beside other failures too', () => {
    const run = report(false, file('failed'), file('failed', ['failed', 'b']))
    expect(totalsOf(run, 1).failed).toBe(2)
  })

  it('are not clean when vitest ended badly with every test passed, or without a report', () => {
    expect(totalsOf(report(true, file('passed', ['passed', 'a'])), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
    expect(totalsOf(null, 0).failed).toBe(1)
    expect(totalsOf(null, 139).failed).toBe(1)
  })
})
