import type { ManualHead } from '../../src-main/gateway/page/manual.ts'
import { plainText, type DocPage } from './doc-page.ts'
import { manualFiles, manualPages, type DocSources } from './site.ts'

/** The whole manual as src-main/gateway/page/manual.ts reads it, before it is compressed. */
export async function packedManual(sources: DocSources): Promise<Buffer> {
  const pages = await manualPages(sources)
  const files = [...manualFiles(pages, sources)].map(
    ([address, text]) => [address, Buffer.from(text)] as const,
  )
  const head: ManualHead = {
    pages: pages.filter(({ path }) => path !== '').map(searchEntry),
    files: files.map(([address, bytes]) => [address, bytes.length]),
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map(([, bytes]) => bytes)])
}

function searchEntry(page: DocPage): ManualHead['pages'][number] {
  const { path, title, summary, section, markdown } = page
  const entry = { path, title, summary: plainText(summary), section }
  // The registry has the words of tools.
  if (path.startsWith('tools/')) return entry
  const headings = [...markdown.matchAll(/^## (.+)\n\n(?:(.+?)\. )?/gm)]
  const words = headings.flatMap(([, heading = '', sentence]) =>
    // Requests are found by their sentences as well as by their addresses.
    section === 'API' && sentence !== undefined ? [heading, sentence] : [heading],
  )
  return {
    ...entry,
    words: [...(page.words ?? []), ...new Set(words.map((text) => text.replace(/[\\`]/g, '')))],
  }
}
