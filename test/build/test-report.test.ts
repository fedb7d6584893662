import { describe, expect, it } from 'vitest'
import { failureLines, failuresOf, totalsOf } from '../../build/test-report.mjs'

const file = (status: string, ...cases: [status: string, fullName: string][]) => ({
  name: 'a.test.ts',
  status,
  message: '',
  assertionResults: cases.map(([caseStatus, fullName]) => ({
    status: caseStatus,
    fullName,
    ancestorTitles: [] as string[],
    title: fullName,
    failureMessages: [] as string[],
  })),
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

  it('count a failed test once, even when its file fails with it', () => {
    expect(totalsOf(report(false, file('failed', ['passed', 'a'], ['failed', 'b'])), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })

  it('count a file that could not be loaded as a failure, even next to other failures', () => {
    const run = report(false, file('failed'), file('failed', ['failed', 'b']))
    expect(totalsOf(run, 1).failed).toBe(2)
  })

  it('report a failure when vitest leaves no report, and when it ends badly with every test passed', () => {
    expect(totalsOf(report(true, file('passed', ['passed', 'a'])), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
    expect(totalsOf(null, 0).failed).toBe(1)
    expect(totalsOf(null, 139).failed).toBe(1)
  })
})

describe('what failed', () => {
  const failed = {
    status: 'failed',
    fullName: 'a cat purrs',
    ancestorTitles: ['a cat'],
    title: 'purrs',
    failureMessages: [
      'AssertionError: expected 1 to be 2\n' +
        '    at file:///home/me/toolgate/node_modules/vitest/run.js:1:1\n' +
        '    at /home/me/toolgate/test/cat.test.ts:4:7\n' +
        '    at new Promise (<anonymous>)',
      'Error: a later one',
    ],
  }
  const run = report(
    false,
    {
      name: '/home/me/toolgate/test/cat.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [failed],
    },
    {
      name: '/home/me/toolgate/test/dog.test.ts',
      status: 'failed',
      message: 'No fur.',
      assertionResults: [],
    },
    file('passed', ['passed', 'a']),
  )

  it('is reported by file and full name, with its first message and our line that caused it', () => {
    expect(failureLines(failuresOf(run, '/home/me/toolgate/'))).toEqual([
      'failed  test/cat.test.ts > a cat > purrs',
      '        AssertionError: expected 1 to be 2',
      '        at test/cat.test.ts:4:7',
      'failed  test/dog.test.ts',
      '        No fur.',
    ])
  })

  it('is always named: many failures only shorten each message', () => {
    const long = { title: 'a.test.ts > a', message: 'line\n'.repeat(100) }
    const linesOf = (count: number) => failureLines(Array.from({ length: count }, () => long))
    const named = (count: number) => linesOf(count).filter((line) => line.startsWith('failed  a.test.ts'))
    expect(linesOf(1)).toHaveLength(9)
    expect(named(39)).toHaveLength(39)
    for (const count of [0, 4, 5, 13, 20, 39, 40, 500])
      expect(linesOf(count).length).toBeLessThanOrEqual(40)
    expect(linesOf(500).at(-1)).toBe('failed  461 more')
  })

  it('keeps to short lines', () => {
    const wide = { title: 'x'.repeat(1000), message: 'y'.repeat(1000) }
    for (const line of failureLines([wide])) expect(line.length).toBeLessThanOrEqual(160)
  })

  it('is empty when every test passed, and when vitest wrote no report', () => {
    expect(failuresOf(report(true, file('passed', ['passed', 'a'])), '/')).toEqual([])
    expect(failuresOf(null, '/')).toEqual([])
    expect(failureLines([])).toEqual([])
  })
})
