import { Readability } from '@mozilla/readability'
import { load } from 'cheerio'
import { parseHTML } from 'linkedom'
import { replaceFormulas } from '../../lib/formulas/html-formulas.ts'
import { isHiddenHtml } from '../../lib/html/hidden-html.ts'
import { htmlToMarkdown } from '../../lib/html/html-markdown.ts'
import { mayBeUnseen, removeUnseenText } from '../../lib/html/unseen-text.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const STYLE = { headings: 'atx', bullet: '-' } as const

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

/**
 * The main content of a page as Markdown, with its links made absolute and without what a browser hides.
 * @throws InvalidInput when the page's elements are nested too deeply
 */
export async function contentOf(html: string, url: string): Promise<PageContent> {
  try {
    return await contentIn(html, url)
  } catch (error) {
    // The libraries recurse for each level.
    if (error instanceof RangeError)
      throw new InvalidInput('url', 'The elements of the page are nested too deeply to be read')
    throw error
  }
}

async function contentIn(html: string, url: string): Promise<PageContent> {
  // linkedom parses pages as they are; parse5, used by cheerio, repairs them by the HTML standard.
  const $ = load(html)
  replaceFormulas($)
  if (mayBeUnseen(html)) removeUnseenText($)
  const { document } = parseHTML($.html())
  makeAbsolute(document, url)
  removeUnread(document)
  const language = document.documentElement?.getAttribute('lang') ?? null
  const title = document.querySelector('title')?.textContent?.trim() ?? null
  const whole = document.body?.innerHTML ?? ''
  // Readability takes the document apart, so everything needed from it is read first.
  const article = new Readability(document, {
    maxElemsToParse: 50_000,
    classesToPreserve: ['language-math'],
  }).parse()
  const content = article?.content ?? ''
  const markdown = await htmlToMarkdown(content === '' ? whole : content, STYLE, 'url')
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

function removeUnread(document: Document): void {
  for (const element of document.querySelectorAll('noscript, iframe, input, select, textarea, template'))
    element.remove()
  for (const element of document.querySelectorAll(
    '[hidden], [style], datalist, dialog, noembed, noframes',
  )) {
    const attributes = Object.fromEntries(
      Array.from(element.attributes, ({ name, value }) => [name, value]),
    )
    if (isHiddenHtml(element.tagName.toLowerCase(), attributes)) element.remove()
  }
}
