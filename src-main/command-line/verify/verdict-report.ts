import type { CheckedAnswer } from '../../../src-shared/check-answer.ts'
import { RECIPE_SOURCE } from '../../../src-shared/recipes/recipe.ts'
import type { AnsweringSource } from '../../../src-shared/receipt.ts'
import { CHECKS, MEANING, type Check } from '../../../src-shared/check-words.ts'

/** The result of `toolgate verify`. */
export interface Verdict {
  readonly ok: boolean
  readonly answers: readonly CheckedAnswer[]
  readonly chain: Check
}

const MARKS = { passed: 'ok', failed: 'FAILED', skipped: 'not checked' } as const

/** The verdict as one JSON document on a line. */
export function verdictJson({ ok, answers, chain }: Verdict): string {
  const meaning = CHECKS.map((name) => {
    const { proves, doesNotProve } = MEANING[name]
    return [name, { proves, does_not_prove: doesNotProve }] as const
  })
  const document = {
    ok,
    answers: answers.map(({ slug, receipt, checks }) => ({
      slug,
      request_id: receipt?.statement.request_id ?? null,
      seq: receipt?.statement.seq ?? null,
      key_id: receipt?.key_id ?? null,
      ...(receipt?.statement.source && { source: receipt.statement.source }),
      checks,
    })),
    chain,
    meaning: Object.fromEntries(meaning),
  }
  return `${JSON.stringify(document)}\n`
}

/** The verdict in plain words: what was checked, what that proves and what it leaves open. */
export function verdictText({ ok, answers, chain }: Verdict): string {
  // A single receipt has no neighbour to compare with.
  const shared = answers.length > 1 ? [chain] : []
  const checks = [...answers.flatMap((answer) => answer.checks), ...shared]
  const count = (status: Check['status']): number =>
    checks.filter((check) => check.status === status).length
  const summary = ok
    ? `Nothing is wrong: ${count('passed')} checks passed, ${count('skipped')} could not be run.`
    : `Do not rely on this: ${count('failed')} of ${checks.length} checks failed.`
  const parts = [
    ...answers.map(answerText),
    ...shared.map((check) => `All receipts together\n${checkLine(check)}`),
    meaningText(checks),
    summary,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function answerText({ slug, receipt, checks }: CheckedAnswer): string {
  const { request_id: request, seq } = receipt?.statement ?? {}
  const title = receipt ? `, receipt ${seq}, request ${request}` : ', without a receipt'
  const lines = [`${slug ?? 'Answer'}${title}`, ...sourceLines(receipt?.statement.source)]
  return [...lines.map(printable), ...checks.map(checkLine)].join('\n')
}

// Only a script of the owner's can be run again where the same answer is to be expected.
function sourceLines(source: AnsweringSource | undefined): string[] {
  if (!source) return []
  const { id, kind, version, definition } = source
  const named = version === null ? `${id} (${kind})` : `${id} (${kind}, version ${version})`
  if (kind === RECIPE_SOURCE)
    return [
      `  answered by  a recipe, version ${version}, saved as ${definition.slice(0, 16)}…; only its gateway can run it again`,
    ]
  const again = kind === 'folder' ? '' : '; cannot be run again'
  return [`  answered by  ${named}; its tool as approved under ${definition.slice(0, 16)}…${again}`]
}

function checkLine({ name, status, detail }: Check): string {
  return `  ${MARKS[status].padEnd(12)} ${MEANING[name].title}: ${printable(detail)}`
}

function meaningText(checks: readonly Check[]): string {
  const passed = CHECKS.filter((name) =>
    checks.some((check) => check.name === name && check.status === 'passed'),
  )
  return passed
    .map((name) => {
      const { title, proves, doesNotProve } = MEANING[name]
      return `${title}\n  Proves: ${proves}\n  Does not prove: ${doesNotProve}`
    })
    .join('\n')
}

// Text from a stranger's file must not control the terminal.
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
}
