/**
 * @typedef {{ status: string, fullName: string }} TestCase
 * @typedef {{ name: string, status: string, assertionResults: TestCase[] }} TestFile
 * @typedef {{ success: boolean, testResults: TestFile[] }} TestReport
 * @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[] }} Totals
 */

/**
 * Counts what vitest's JSON reporter wrote. A file that could not be loaded has no tests to count, and an error
 * outside any test has none either: each counts as one failure, so that the total is never better than the run.
 * @param {TestReport | null} report null when vitest ended before it wrote one
 * @param {number} exitCode vitest's own verdict
 * @returns {Totals}
 */
export function totalsOf(report, exitCode) {
  const totals = { passed: 0, failed: 0, skipped: 0, skippedNames: /** @type {string[]} */ ([]) }
  for (const file of report?.testResults ?? []) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') totals.passed += 1
      else if (test.status === 'failed') totals.failed += 1
      else {
        totals.skipped += 1
        totals.skippedNames.push(test.fullName)
      }
    }
    const failedInside = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !failedInside) totals.failed += 1
  }
  if (totals.failed === 0 && (exitCode !== 0 || !report)) totals.failed = 1
  return totals
}
