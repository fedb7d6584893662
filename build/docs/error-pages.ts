import { STATUS_CODES } from 'node:http'
import { ERROR_STATUS } from '../../src-shared/errors.ts'
import { codeBlock, table, type DocPage } from './doc-page.ts'

/**
 * The pages of the error codes, and of their list.
 * @param meanings docs/decisions/errors.md, whose table says what each code means
 * @param remedies docs/errors.md, which has a heading for each code, and below it what to do
 * @throws Error for a code that either does not have
 */
export function errorPages(meanings: string, remedies: string): DocPage[] {
  const codes = Object.entries(ERROR_STATUS)
  const rows = codes.map(([code, status]) => [
    `[${code}](/docs/errors/${code})`,
    String(status),
    meaningOf(code, meanings),
  ])
  const list: DocPage = {
    path: 'errors',
    title: 'Error codes',
    summary: 'Every code of a failed call, and what to do.',
    section: 'Errors',
    group: null,
    markdown: `Every failure has \`ok: false\`, a code of this list, and a sentence that says what to do.\n\n${table(['Code', 'Status', 'Meaning'], rows)}`,
  }
  return [list, ...codes.map(([code, status]) => errorPage(code, status, meanings, remedies))]
}

function errorPage(code: string, status: number, meanings: string, remedies: string): DocPage {
  const meaning = meaningOf(code, meanings)
  const body = codeBlock('json', JSON.stringify({ ok: false, error: { code, message: '…' } }, null, 2))
  return {
    path: `errors/${code}`,
    title: code,
    summary: meaning,
    section: 'Errors',
    group: null,
    words: [String(status), STATUS_CODES[status] ?? ''],
    markdown: `HTTP status ${status}. ${meaning}.\n\n${body}\n\n## What to do\n\n${remedyOf(code, remedies)}`,
  }
}

/** What a code means. @param meanings docs/decisions/errors.md */
export function meaningOf(code: string, meanings: string): string {
  const row = new RegExp(`^\\| \`${code}\` +\\| \\d+ +\\| (.+?) *\\|$`, 'm').exec(meanings)
  if (!row) throw new Error(`docs/decisions/errors.md does not say what ${code} means.`)
  return row[1]!
}

function remedyOf(code: string, remedies: string): string {
  const section = new RegExp(`^## ${code}\\n([\\s\\S]+?)(?=^## |$(?![\\s\\S]))`, 'm').exec(remedies)
  if (!section) throw new Error(`docs/errors.md does not say what to do about ${code}.`)
  return section[1]!.trim()
}
