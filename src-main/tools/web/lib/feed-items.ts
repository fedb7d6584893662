import { DetectError, MalformedError, ParseError, parseFeed } from 'feedsmith'
import { feedLinksOf } from './page-facts.ts'

const MOST_TEXT = 20_000

/** The type of a text from the web: a feed with its items, a page that names feeds, or neither. */
export function readFeed(text: string, url: string) {
  try {
    return { kind: 'feed' as const, ...toFeed(parseFeed(text), url) }
  } catch (error) {
    if (!(error instanceof DetectError || error instanceof MalformedError || error instanceof ParseError))
      throw error
    return { kind: 'page' as const, feeds: /<html|<link/i.test(text) ? feedLinksOf(text, url) : [] }
  }
}

type Parsed = ReturnType<typeof parseFeed>

// The four formats use other names for the same things; fields without a name here are dropped.
function toFeed({ format, feed }: Parsed, url: string) {
  const list = pick(feed, 'items') ?? pick(feed, 'entries')
  const items: unknown[] = Array.isArray(list) ? list : []
  const podcast = pick(feed, 'itunes')
  return {
    format,
    title: textOf(pick(feed, 'title') ?? firstOf(pick(pick(feed, 'dc'), 'titles'))),
    description: textOf(
      pick(feed, 'description') ??
        pick(feed, 'subtitle') ??
        pick(podcast, 'subtitle') ??
        pick(podcast, 'summary'),
    ),
    link: linkOf(feed, url),
    language: textOf(pick(feed, 'language')),
    updated_at: dateOf(pick(feed, 'lastBuildDate') ?? pick(feed, 'updated') ?? pick(feed, 'pubDate')),
    items: items.map((item) => itemOf(item, url)),
  }
}

function itemOf(item: unknown, url: string) {
  const content =
    pick(pick(item, 'content'), 'encoded') ?? pick(item, 'content') ?? pick(item, 'content_html')
  const dc = pick(item, 'dc')
  const guid = pick(item, 'guid')
  return {
    id: textOf(guid ?? pick(item, 'id') ?? pick(pick(item, 'rdf'), 'about')),
    title: textOf(pick(item, 'title') ?? firstOf(pick(dc, 'titles'))),
    link: linkOf(item, url) ?? permalinkOf(guid),
    published_at: dateOf(
      pick(item, 'pubDate') ??
        pick(item, 'published') ??
        pick(item, 'date_published') ??
        firstOf(pick(dc, 'dates')),
    ),
    updated_at: dateOf(pick(item, 'updated') ?? pick(item, 'date_modified')),
    authors: listOf(pick(item, 'authors') ?? pick(dc, 'creators')).flatMap(
      (one) => textOf(pick(one, 'name') ?? one) ?? [],
    ),
    summary: textOf(
      pick(item, 'description') ?? pick(item, 'summary') ?? pick(pick(item, 'itunes'), 'summary'),
    ),
    content: textOf(content ?? pick(item, 'content_text')),
    categories: listOf(pick(item, 'categories') ?? pick(item, 'tags')).flatMap(
      (one) => textOf(pick(one, 'name') ?? pick(one, 'term') ?? one) ?? [],
    ),
    enclosures: listOf(pick(item, 'enclosures') ?? pick(item, 'attachments')).flatMap((one) => {
      const href = textOf(pick(one, 'url'))
      return href === null ? [] : [{ url: href, type: textOf(pick(one, 'type') ?? pick(one, 'mime_type')) }]
    }),
  }
}

function linkOf(value: unknown, url: string): string | null {
  const links = listOf(pick(value, 'links'))
  const alternate = links.find((one) => (pick(one, 'rel') ?? 'alternate') === 'alternate')
  const link = textOf(
    pick(value, 'link') ?? pick(value, 'url') ?? pick(value, 'home_page_url') ?? pick(alternate, 'href'),
  )
  return link !== null && URL.canParse(link, url) ? new URL(link, url).href : link
}

// RSS 2.0: unless it says otherwise, a guid is the address of the item.
function permalinkOf(guid: unknown): string | null {
  const address = textOf(guid)
  const isOne = address !== null && pick(guid, 'isPermaLink') !== false && /^https?:/i.test(address)
  return isOne && URL.canParse(address) ? new URL(address).href : null
}

function pick(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 50) : []
}

function firstOf(value: unknown): unknown {
  return listOf(value)[0]
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'object' ? pick(value, 'value') : value
  if (typeof text !== 'string' || text.trim() === '') return null
  return text.trim().slice(0, MOST_TEXT).toWellFormed()
}

// As ISO 8601 if it can be parsed; feeds use the dates of RFC 822 and RFC 3339, and some neither.
function dateOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null) return null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}
