import { mayBeUnseen, removeUnseenText } from '../../lib/html/unseen-text.ts'
import { load, type CheerioAPI } from 'cheerio'
import { articleFacts } from './article-facts.ts'
import { shownText } from './shown-text.ts'
import { jsonProblemOf } from '../../lib/sound-json.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MOST = 100
/** Open Graph, and the types of objects that it has names for (ogp.me). */
const VOCABULARIES = ['og:', 'article:', 'book:', 'profile:', 'video:', 'music:', 'product:', 'fb:']

/** A page to examine, and the base of its links. */
interface ParsedPage {
  readonly $: CheerioAPI
  readonly base: string
}

function parsePage(html: string, url: string): ParsedPage {
  const $ = load(html)
  // Its content is for scripts, and not part of the page.
  $('template').remove()
  if (mayBeUnseen(html)) removeUnseenText($)
  return { $, base: baseOf($('base[href]').attr('href') ?? '', url) }
}

// HTML, 4.2.3: a base that cannot be read, or that is data or a script, does not count.
function baseOf(href: string, url: string): string {
  const base = URL.canParse(href, url) ? new URL(href, url) : null
  return base === null || /^(?:data|javascript):$/.test(base.protocol) ? url : base.href
}

/** The metadata in a page's head. */
export function metaOf(html: string, url: string) {
  const { $, base } = parsePage(html, url)
  const meta = (name: string) => textOf($(`meta[name="${name}" i]`).first().attr('content'))
  const absolute = (value: string | undefined) =>
    value !== undefined && URL.canParse(value, base) ? new URL(value, base).href : null
  const open_graph = Object.fromEntries(
    VOCABULARIES.flatMap((name) => Object.entries(prefixed($, name, 'property'))),
  )
  const twitter = prefixed($, 'twitter:', 'name')
  const json_ld = jsonLdOf($)
  const facts = articleFacts({ $, openGraph: open_graph, twitter, jsonLd: json_ld, absolute, textOf })
  return {
    // A picture in SVG may have a title of its own.
    title: textOf($('title').not('svg title').first().text()) ?? textOf(open_graph['og:title']),
    description:
      meta('description') ?? textOf(open_graph['og:description']) ?? textOf(twitter['twitter:description']),
    canonical: absolute($('link[rel~="canonical" i]').first().attr('href')),
    language: textOf($('html').attr('lang')),
    ...facts,
    keywords: (meta('keywords') ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .slice(0, MOST),
    robots: meta('robots'),
    open_graph,
    twitter,
    json_ld,
    icons: hrefs($, 'link[rel~="icon" i], link[rel~="apple-touch-icon" i]', absolute),
    feeds: feedsOf($, absolute),
    alternates: $('link[rel~="alternate" i][hreflang]')
      .toArray()
      .slice(0, MOST)
      .flatMap((element) => {
        const href = absolute($(element).attr('href'))
        return href === null ? [] : [{ language: $(element).attr('hreflang') ?? '', url: href }]
      }),
  }
}

/** The links of a page as written there, in order. */
export function linksOf(html: string, url: string, most: number) {
  const { $, base } = parsePage(html, url)
  const { host } = new URL(url)
  const found = $('a[href], area[href]').toArray()
  const links = found.flatMap((element) => {
    const href = $(element).attr('href') ?? ''
    if (!URL.canParse(href, base)) return []
    const target = new URL(href, base)
    const text = textOf(shownText($, element)) ?? textOf($(element).find('img').attr('alt')) ?? ''
    return {
      url: target.href,
      text: text.slice(0, 500).toWellFormed(),
      rel: ($(element).attr('rel') ?? '').split(/\s+/).filter((word) => word !== ''),
      internal: target.host === host,
    }
  })
  return { links: links.slice(0, most), count: links.length }
}

/** The feeds that a page names. */
export function feedLinksOf(html: string, url: string): string[] {
  return metaOf(html, url).feeds.map((feed) => feed.url)
}

function feedsOf($: CheerioAPI, absolute: (value: string | undefined) => string | null) {
  const named =
    'link[rel~="alternate" i][type="application/rss+xml" i], link[rel~="alternate" i][type="application/atom+xml" i], ' +
    'link[rel~="alternate" i][type="application/feed+json" i]'
  return $(named)
    .toArray()
    .slice(0, MOST)
    .flatMap((element) => {
      const href = absolute($(element).attr('href'))
      return href === null ? [] : [{ url: href, title: textOf($(element).attr('title')) }]
    })
}

function hrefs(
  $: CheerioAPI,
  selector: string,
  absolute: (value: string | undefined) => string | null,
): string[] {
  return $(selector)
    .toArray()
    .slice(0, MOST)
    .flatMap((element) => absolute($(element).attr('href')) ?? [])
}

// The first value of each name: sites give og:image several times.
function prefixed($: CheerioAPI, prefix: string, attribute: string): Record<string, string> {
  const found = $(`meta[${attribute}^="${prefix}" i], meta[name^="${prefix}" i]`).toArray().slice(0, MOST)
  const pairs = found.map((element) => {
    const name = $(element).attr(attribute) ?? $(element).attr('name') ?? ''
    return [name.toLowerCase(), ($(element).attr('content') ?? '').toWellFormed()] as const
  })
  return Object.fromEntries(pairs.toReversed())
}

// Blocks that are not JSON, or cannot be serialized again, are dropped.
function jsonLdOf($: CheerioAPI): unknown[] {
  return $('script[type="application/ld+json" i]')
    .toArray()
    .slice(0, MOST)
    .flatMap((element) => {
      try {
        const value: unknown = parseJson($(element).text())
        return jsonProblemOf(value) === null ? [value] : []
      } catch {
        return []
      }
    })
}

function textOf(value: string | undefined): string | null {
  const text = (value ?? '').replace(/\s+/g, ' ').trim().toWellFormed()
  return text === '' ? null : text
}
