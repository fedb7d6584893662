import { relative, sep } from 'node:path'

/**
 * @typedef {{ ancestorTitles: string[], title: string, failureMessages: string[] }} TestStory
 * @typedef {{ status: string, fullName: string } & TestStory} TestCase
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestCase[] }} TestFile
 * @typedef {{ success: boolean, testResults: TestFile[] }} TestReport
 * @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[] }} Totals
 * @typedef {{ title: string, message: string }} Failure a title in one line, and its message
 */

// Many log viewers show only the first lines of a long log.
const FAILURES_LINES = 40
const MESSAGE_LINES = 8
const LINE_LENGTH = 160

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

/**
 * The tests that failed, and the files that failed without one, in the order of the report.
 * @param {TestReport | null} report
 * @param {string} root the folder that the names of files are shown from
 * @returns {Failure[]}
 */
export function failuresOf(report, root) {
  return (report?.testResults ?? []).flatMap((file) => {
    const name = relative(root, file.name).replaceAll(sep, '/')
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (file.status === 'failed' && failed.length === 0) {
      return [
        {
          title: name,
          message: file.message || 'A hook failed, or the file could not be set up; see below.',
        },
      ]
    }
    return failed.map((test) => ({
      title: [name, ...test.ancestorTitles, test.title].join(' > '),
      message: shortTrace(test.failureMessages[0] ?? '', root),
    }))
  })
}

/**
 * What failed, in few lines: a title each, with the first lines of its message as far as there is room.
 * @param {readonly Failure[]} failures
 * @returns {string[]}
 */
export function failureLines(failures) {
  const shown = failures.slice(0, FAILURES_LINES - 1)
  const room = Math.min(MESSAGE_LINES, Math.floor((FAILURES_LINES - 1) / shown.length) - 1)
  const lines = shown.flatMap(({ title, message }) => {
    const said = message.split('\n').filter((line) => line.trim() !== '')
    return [`failed  ${title}`, ...said.slice(0, room).map((line) => `        ${line}`)]
  })
  if (failures.length > shown.length) lines.push(`failed  ${failures.length - shown.length} more`)
  return lines.map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line))
}

/**
 * A message with the one line of its stack that is in our own files.
 * @param {string} stack
 * @param {string} root
 */
function shortTrace(stack, root) {
  const lines = stack.split('\n')
  const isFrame = (/** @type {string} */ line) => /^\s+at /.test(line)
  const own = lines.find((line) => isFrame(line) && line.includes(root) && !line.includes('node_modules'))
  const message = lines.filter((line) => !isFrame(line)).slice(0, MESSAGE_LINES - 1)
  return [...message, ...(own ? [own.trim().replace(root, '')] : [])].join('\n')
}
