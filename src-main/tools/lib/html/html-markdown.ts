import { changedHtml } from './changed-html.ts'
import type { MarkdownMarks } from './markdown-writer.ts'
import { toReadableHtml } from './safe-html.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The libraries recurse for each level. */
const MAX_DEPTH = 200
const VOID = new Set(['br', 'hr', 'img', 'input'])

/** How the Markdown is written. */
export interface MarkdownStyle extends MarkdownMarks {
  /** Keeps the text of elements that a browser would not show. */
  readonly keepHidden?: boolean
}

/** Imports the libraries that `htmlToMarkdown` needs. */
export async function loadMarkdownWriter(): Promise<unknown> {
  return await Promise.all([import('./markdown-writer.ts'), import('sanitize-html')])
}

/**
 * Writes HTML as GitHub-flavoured Markdown. Scripts, frames and addresses that run code are
 * removed, and so is what a browser would not show. Formulas are LaTeX between dollar signs.
 * @param field the field to blame if the HTML cannot be read
 * @throws InvalidInput when elements are nested too deeply
 */
export async function htmlToMarkdown(html: string, style: MarkdownStyle, field: string): Promise<string> {
  const { writeMarkdown } = await import('./markdown-writer.ts')
  const { FORMULAS } = await import('../formulas/html-formulas.ts')
  const { STYLED_LAYOUT } = await import('./styled-layout.ts')
  const { STYLED_MARKS } = await import('./styled-marks.ts')
  const { UNSEEN_TEXT } = await import('./unseen-text.ts')
  const keepHidden = style.keepHidden ?? false
  const changes = [FORMULAS, STYLED_LAYOUT, STYLED_MARKS, ...(keepHidden ? [] : [UNSEEN_TEXT])]
  const safe = await toReadableHtml(await changedHtml(html, changes), keepHidden)
  if (depthOf(safe) > MAX_DEPTH)
    throw new InvalidInput(
      field,
      `The HTML is nested more than ${MAX_DEPTH} levels deep; only a part of it can be read`,
    )
  return writeMarkdown(safe, style).toWellFormed()
}

// The sanitizer has closed all open tags, and escaped everything that is not a tag.
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (VOID.has(name)) continue
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
