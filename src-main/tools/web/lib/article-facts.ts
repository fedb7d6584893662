import type { CheerioAPI } from 'cheerio'

/** What a page says of the text on it, by any of the vocabularies in use. */
export interface ArticleFacts {
  readonly author: string | null
  readonly site_name: string | null
  /** As the page writes it. */
  readonly published_at: string | null
  readonly modified_at: string | null
  readonly image: string | null
}

/** Where the facts are looked for. */
export interface FactSources {
  readonly $: CheerioAPI
  /** Open Graph and the vocabularies of its types, by name. */
  readonly openGraph: Readonly<Record<string, string>>
  readonly twitter: Readonly<Record<string, string>>
  /** What its blocks of JSON-LD hold. */
  readonly jsonLd: readonly unknown[]
  readonly absolute: (value: string | undefined) => string | null
  readonly textOf: (value: string | undefined) => string | null
}

type Node = Readonly<Record<string, unknown>>

/** Types of schema.org for a text on a page; others, such as the site itself, have dates and makers of their own. */
const ARTICLE =
  /Article$|Posting$|^(?:Report|Recipe|Review|HowTo|VideoObject|PodcastEpisode|Book|CreativeWork|WebPage|SocialMediaPosting|Event|Product|SoftwareApplication)$/
const MAX_NODES = 2_000
const MAX_NAMES = 50
/** Some sites give a time of day alone, or Unix time. */
const YEAR = /(?<!\d)(?:19|20)\d\d|^\d{9,13}$/
/** An account in place of a name. */
const ADDRESS = /^https?:|^[\w.-]+\/\S*$/i

/** The author, dates, picture and site of a page, each from the vocabulary that says it most exactly. */
export function articleFacts({
  $,
  openGraph,
  twitter,
  jsonLd,
  absolute,
  textOf,
}: FactSources): ArticleFacts {
  const nodes = nodesOf(jsonLd)
  const article = nodes.find((node) => isOf(node, ARTICLE) && ('author' in node || 'datePublished' in node))
  const meta = (...names: string[]): string | null =>
    first(names, (name) => textOf($(`meta[name="${name}" i]`).attr('content')))
  const property = (name: string): string | null => {
    const found = $(`[itemprop~="${name}" i]`).first()
    return textOf(found.attr('datetime') ?? found.attr('content') ?? found.text())
  }
  const linked = (...values: unknown[]): string | null =>
    first(values, (value) => (typeof value === 'string' && value !== '' ? absolute(value) : null))
  const named = (value: unknown): string | null => textOf(nameOf(value))
  const dated = (...values: (string | null)[]): string | null =>
    first(values, (value) => (value && YEAR.test(value) ? value : null))
  const ogAuthor = openGraph['article:author'] ?? ''
  const author =
    meta('author') ??
    named(article?.['author']) ??
    (ADDRESS.test(ogAuthor) ? null : textOf(ogAuthor)) ??
    meta('byl', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'citation_author') ??
    textOf($('[itemprop~="author" i] [itemprop~="name" i]').first().text()) ??
    property('author') ??
    textOf($('a[rel~="author" i]').first().text())
  return {
    author: textOf(author?.replace(/^by:?\s+/i, '')),
    site_name:
      textOf(openGraph['og:site_name']) ??
      named(article?.['publisher']) ??
      named(nodes.find((node) => isOf(node, /^WebSite$/))) ??
      meta('application-name'),
    published_at: dated(
      textOf(openGraph['article:published_time']),
      named(article?.['datePublished']),
      meta('article:published_time', 'dc.date.issued', 'dcterms.created', 'dc.date', 'date', 'pubdate'),
      meta(
        'publish-date',
        'parsely-pub-date',
        'sailthru.date',
        'citation_publication_date',
        'article.published',
      ),
      property('datePublished'),
      textOf($('time[pubdate][datetime]').attr('datetime')),
    ),
    modified_at: dated(
      textOf(openGraph['article:modified_time']),
      named(article?.['dateModified']),
      textOf(openGraph['og:updated_time']),
      meta('dcterms.modified', 'last-modified', 'article.updated'),
      property('dateModified'),
    ),
    image: linked(
      openGraph['og:image:secure_url'],
      openGraph['og:image'],
      openGraph['og:image:url'],
      twitter['twitter:image'],
      twitter['twitter:image:src'],
      addressOf(article?.['image']),
      $('link[rel~="image_src" i]').attr('href'),
      $('[itemprop~="image" i]').attr('content'),
    ),
  }
}

function first<Value>(values: readonly Value[], read: (value: Value) => string | null): string | null {
  for (const value of values) {
    const found = read(value)
    if (found !== null) return found
  }
  return null
}

/** The objects of JSON-LD, those in `@graph` and lists too. */
function nodesOf(documents: readonly unknown[]): Node[] {
  const nodes: Node[] = []
  const open = [...documents].toReversed()
  for (let next = open.pop(); next !== undefined && nodes.length < MAX_NODES; next = open.pop()) {
    const list: readonly unknown[] = Array.isArray(next) ? next.slice(0, MAX_NODES) : []
    open.push(...list.toReversed())
    if (isNode(next)) {
      nodes.push(next)
      open.push(...[next['mainEntity'], next['@graph']].filter((part) => part !== undefined))
    }
  }
  return nodes
}

function isOf(node: Node, type: RegExp): boolean {
  return [node['@type']].flat().some((each) => typeof each === 'string' && type.test(each))
}

/** A name of its own, that of a thing, or those of several. */
function nameOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.slice(0, MAX_NAMES).map(nameOf).filter(Boolean).join(', ')
  if (isNode(value)) return nameOf(value['name'])
  return typeof value === 'string' ? value : undefined
}

function addressOf(image: unknown): unknown {
  if (Array.isArray(image)) return addressOf(image[0])
  return isNode(image) ? (image['url'] ?? image['contentUrl']) : image
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
