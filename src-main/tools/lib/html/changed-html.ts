import type { CheerioAPI } from 'cheerio'

/** A change to HTML as it is parsed, and a test by which a text without anything to change need not be. */
export interface HtmlChange {
  readonly mayApply: (html: string) => boolean
  readonly apply: ($: CheerioAPI) => void
}

/**
 * A fragment of HTML after changes, one after the other, for which it is parsed once at most. One that is nested too
 * deeply stays as it is, for its reader says so.
 */
export async function changedHtml(html: string, changes: readonly HtmlChange[]): Promise<string> {
  const applied = changes.filter(({ mayApply }) => mayApply(html))
  if (applied.length === 0) return html
  const { load } = await import('cheerio')
  try {
    // With scripts, what is in a `noscript` would be a text, and written as one.
    const $ = load(html, { scriptingEnabled: false }, false)
    for (const { apply } of applied) apply($)
    return $.html()
  } catch (error) {
    if (error instanceof RangeError) return html
    throw error
  }
}
