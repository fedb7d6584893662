import { DetectError, MalformedError, ParseError, parseFeed } from 'feedsmith'
import { feedDate } from './feed-dates.ts'
import { plainFeed } from './feed-text.ts'
import { feedLinksOf } from './page-facts.ts'

const MOST_TEXT = 20_000

/** The type of a text from the web: a feed with its items, a page that names feeds, or neither. */
export function readFeed(text: string, url: string) {
  try {
    const read = toFeed(parseFeed(plainFeed(text)), url)
    return { kind: 'feed' as const, ...read, language: read.language ?? languageOf(text) }
  } catch (error) {
    if (!(error instanceof DetectError || error instanceof MalformedError || error instanceof ParseError))
      throw error
    // What chains of entities would have said is not known, so such a text is not taken for an empty feed.
    const format = /<!ENTITY/.test(text) ? undefined : emptyFormatOf(text)
    if (format) return { kind: 'feed' as const, ...toFeed({ format, feed: {} }, url) }
    return { kind: 'page' as const, feeds: /<html|<link/i.test(text) ? feedLinksOf(text, url) : [] }
  }
}

type Format = ReturnType<typeof parseFeed>['format']

// XML 1.0, 2.8: what may come before the root.
const PROLOG = /\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^<>[]*(?:\[[^\]]*\])?\s*>/y
const ROOT = /<(rss|feed|rdf:RDF)[\s>/]/iy

// A feed without anything that the library knows is a feed all the same.
function emptyFormatOf(written: string): Format | undefined {
  const text = written.replace(/^\ufeff/, '')
  ROOT.lastIndex = 0
  // One after the other, because a pattern of them all would try each way to part them.
  for (PROLOG.lastIndex = 0; PROLOG.test(text);) ROOT.lastIndex = PROLOG.lastIndex
  const root = ROOT.exec(text)?.[1]?.toLowerCase()
  if (root === undefined) return undefined
  return root === 'feed' ? 'atom' : root === 'rss' ? 'rss' : 'rdf'
}

// RFC 4287, 2: the language of a feed is that of its root, which the library leaves out.
function languageOf(text: string): string | null {
  const root = /<(?:[\w.-]+:)?(?:feed|rss|RDF)(?=[\s>])[^>]*>/.exec(text.slice(0, 100_000))?.[0] ?? ''
  return textOf(/\sxml:lang\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root)?.slice(1).join(''))
}

// The four formats use other names for the same things; fields without a name here are dropped.
function toFeed({ format, feed }: { format: Format; feed: unknown }, url: string) {
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
    link: linkOf(feed, url) ?? linkOf(pick(feed, 'atom'), url),
    language: textOf(pick(feed, 'language') ?? firstOf(pick(pick(feed, 'dc'), 'languages'))),
    updated_at: dateOf(
      pick(feed, 'lastBuildDate') ??
        pick(feed, 'updated') ??
        pick(feed, 'pubDate') ??
        pick(pick(feed, 'atom'), 'updated') ??
        firstOf(pick(pick(feed, 'dcterms'), 'modified')) ??
        firstOf(pick(pick(feed, 'dcterms'), 'issued')) ??
        firstOf(pick(pick(feed, 'dc'), 'dates')),
    ),
    items: items.map((item) => itemOf(item, url)),
  }
}

function itemOf(item: unknown, url: string) {
  // RSS may hold elements of Atom, with the namespace of it.
  const atom = pick(item, 'atom')
  const content =
    pick(pick(item, 'content'), 'encoded') ??
    pick(item, 'content') ??
    pick(item, 'content_html') ??
    pick(atom, 'content')
  const dc = pick(item, 'dc')
  const guid = pick(item, 'guid')
  const terms = pick(item, 'dcterms')
  const media = pick(item, 'media')
  const people = pick(item, 'authors') ??
    pick(dc, 'creators') ??
    pick(atom, 'authors') ?? [pick(pick(item, 'itunes'), 'author')]
  return {
    id: textOf(guid ?? pick(item, 'id') ?? pick(pick(item, 'rdf'), 'about')),
    title: textOf(pick(item, 'title') ?? firstOf(pick(dc, 'titles')) ?? pick(media, 'title')),
    link: linkOf(item, url) ?? linkOf(atom, url) ?? permalinkOf(guid),
    published_at: dateOf(
      pick(item, 'pubDate') ??
        pick(item, 'published') ??
        pick(item, 'date_published') ??
        pick(atom, 'published') ??
        firstOf(pick(terms, 'issued')) ??
        firstOf(pick(dc, 'dates')),
    ),
    updated_at: dateOf(
      pick(item, 'updated') ??
        pick(item, 'date_modified') ??
        pick(atom, 'updated') ??
        firstOf(pick(terms, 'modified')),
    ),
    authors: listOf(people).flatMap((one) => personOf(one) ?? []),
    summary: textOf(
      pick(item, 'description') ??
        pick(item, 'summary') ??
        pick(pick(item, 'itunes'), 'summary') ??
        firstOf(pick(dc, 'descriptions')) ??
        pick(atom, 'summary') ??
        pick(media, 'description') ??
        pick(firstOf(pick(media, 'groups')), 'description'),
    ),
    content: textOf(content ?? pick(item, 'content_text')),
    categories: listOf(
      pick(item, 'categories') ??
        pick(item, 'tags') ??
        pick(dc, 'subjects') ??
        pick(atom, 'categories') ??
        pick(media, 'categories') ??
        pick(pick(item, 'itunes'), 'keywords'),
    ).flatMap((one) => textOf(pick(one, 'name') ?? pick(one, 'term') ?? one) ?? []),
    enclosures: enclosuresOf(item).flatMap((one) => {
      const href = textOf(pick(one, 'url') ?? pick(one, 'href'))
      return href === null ? [] : [{ url: href, type: textOf(pick(one, 'type') ?? pick(one, 'mime_type')) }]
    }),
  }
}

// RFC 4287, 4.2.7.2: Atom has them among the links.
function enclosuresOf(item: unknown): unknown[] {
  const links = listOf(pick(item, 'links')).filter((one) => pick(one, 'rel') === 'enclosure')
  const named = [...listOf(pick(item, 'enclosures') ?? pick(item, 'attachments')), ...links]
  // Media RSS: feeds of videos and pictures name their files only there.
  const media = pick(item, 'media')
  return named.length > 0
    ? named
    : listOf(pick(media, 'contents') ?? pick(firstOf(pick(media, 'groups')), 'contents'))
}

// RSS writes an address with the name in brackets, or the other way round; the name is the author.
function personOf(one: unknown): string | null {
  const text = textOf(pick(one, 'name') ?? one) ?? textOf(pick(one, 'email'))
  const [, before, inside] = /^([^()]+)\s\(([^()]+)\)$/.exec(text ?? '') ?? []
  if (before?.includes('@')) return inside!.trim()
  return inside?.includes('@') ? before!.trim() : text
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

function dateOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : feedDate(text)
}
