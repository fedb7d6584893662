import type { CheerioAPI } from 'cheerio'

/**
 * A fragment of HTML after a change to what it is parsed as. One that is nested too deeply stays as it is, for its
 * reader says so.
 */
export async function changedHtml(html: string, change: ($: CheerioAPI) => void): Promise<string> {
  const { load } = await import('cheerio')
  try {
    // With scripts, what is in a `noscript` would be a text, and written as one.
    const $ = load(html, { scriptingEnabled: false }, false)
    change($)
    return $.html()
  } catch (error) {
    if (error instanceof RangeError) return html
    throw error
  }
}
