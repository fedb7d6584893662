import { Readability } from '@mozilla/readability'
import { gfm } from '@joplin/turndown-plugin-gfm'
import { load } from 'cheerio'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'

export interface PageContent {
  readonly title: string | null
  readonly byline: string | null
  readonly excerpt: string | null
  readonly site_name: string | null
  readonly language: string | null
  readonly published_at: string | null
  readonly markdown: string
  /** False if no main part was found and the whole page was used. */
  readonly is_article: boolean
}

/** The main content of a page as Markdown, with its links made absolute. */
export function contentOf(html: string, url: string): PageContent {
  // linkedom parses pages as they are; parse5, used by cheerio, repairs them by the HTML standard.
  const { document } = parseHTML(load(html).html())
  makeAbsolute(document, url)
  const language = document.documentElement?.getAttribute('lang') ?? null
  const title = document.querySelector('title')?.textContent?.trim() ?? null
  const whole = document.body?.innerHTML ?? ''
  // Readability takes the document apart, so everything needed from it is read first.
  const article = new Readability(document, { maxElemsToParse: 50_000 }).parse()
  const content = article?.content ?? ''
  const markdown = toMarkdown(content === '' ? whole : content)
  const text = (value: string | null | undefined) => (value ? value.trim() : null)
  return {
    title: text(article?.title) ?? title,
    byline: text(article?.byline),
    excerpt: text(article?.excerpt),
    site_name: text(article?.siteName),
    language: text(article?.lang) ?? language,
    published_at: text(article?.publishedTime),
    markdown,
    is_article: content !== '',
  }
}

function makeAbsolute(document: Document, url: string): void {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  const from = URL.canParse(base, url) ? new URL(base, url).href : url
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const)
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(attribute) ?? ''
      if (URL.canParse(value, from)) element.setAttribute(attribute, new URL(value, from).href)
      else element.removeAttribute(attribute)
    }
}

function toMarkdown(html: string): string {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  turndown.use(gfm)
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'form', 'template'])
  // A script is not a link, and an inline image would be longer than the text.
  turndown.addRule('unsafe', {
    filter: (node) =>
      (node.nodeName === 'A' &&
        /^\s*(?:javascript|data|vbscript):/i.test(node.getAttribute('href') ?? '')) ||
      (node.nodeName === 'IMG' && !/^https?:/i.test(node.getAttribute('src') ?? '')),
    replacement: (content) => content,
  })
  return turndown.turndown(html).trim()
}
