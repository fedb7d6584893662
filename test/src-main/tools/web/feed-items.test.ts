import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { feedDate } from '../../../../src-main/tools/web/lib/feed-dates.ts'
import { readFeed } from '../../../../src-main/tools/web/lib/feed-items.ts'

const URL_OF_FEED = 'http://feed.example.com/'

// The feeds are examples of feedparser's tests.
describe('a feed', () => {
  it('takes links and texts from where podcasts and older feeds have them', () => {
    const items = [
      '<item><guid>http://guid.example.com/</guid><dc:title>T</dc:title><itunes:summary>S</itunes:summary></item>',
      '<item><guid isPermaLink="false">http://guid.example.com/</guid></item>',
      '<item><guid>urn:isbn:0</guid></item>',
    ]
    const feed =
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
      ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><dc:title>F</dc:title>' +
      `<itunes:subtitle>D</itunes:subtitle>${items.join('')}</channel></rss>`
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({
      title: 'F',
      description: 'D',
      items: [
        { title: 'T', summary: 'S', link: 'http://guid.example.com/' },
        { link: null },
        { id: 'urn:isbn:0', link: null },
      ],
    })
  })

  // Dublin Core, and Media RSS, where a description may stand in a group.
  it('takes summaries from the modules of RSS', () => {
    const feed =
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">' +
      '<channel><item><title>a</title><dc:description>one</dc:description></item>' +
      '<item><title>b</title><media:description>two</media:description></item>' +
      '<item><title>c</title><media:group><media:description>three</media:description></media:group></item>' +
      '</channel></rss>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({
      items: [{ summary: 'one' }, { summary: 'two' }, { summary: 'three' }],
    })
  })

  it('names the items of RSS 1.0 by their addresses in RDF', () => {
    const feed =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">' +
      '<item rdf:about="http://example.org/1"><title>i</title></item></rdf:RDF>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({ items: [{ id: 'http://example.org/1' }] })
  })

  // RFC 4287 within RSS 2.0, Media RSS, and the podcast elements.
  it('takes what RSS says in elements of Atom, and files and keywords of other modules', () => {
    const feed =
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"' +
      ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>' +
      '<atom:link rel="alternate" href="http://page.example.com/"/>' +
      '<item><title>a</title><atom:author><atom:name>Ada</atom:name></atom:author>' +
      '<atom:published>2019-01-02T15:04:05Z</atom:published><atom:updated>2020-01-02T15:04:05Z</atom:updated>' +
      '<atom:content type="html">&lt;p&gt;Body&lt;/p&gt;</atom:content></item>' +
      '<item><title>b</title><media:content url="http://page.example.com/v.mp4" type="video/mp4"/>' +
      '<itunes:keywords>salt, pepper</itunes:keywords></item></channel></rss>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({
      link: 'http://page.example.com/',
      items: [
        {
          authors: ['Ada'],
          published_at: '2019-01-02T15:04:05.000Z',
          updated_at: '2020-01-02T15:04:05.000Z',
          content: '<p>Body</p>',
        },
        {
          enclosures: [{ url: 'http://page.example.com/v.mp4', type: 'video/mp4' }],
          categories: ['salt', 'pepper'],
        },
      ],
    })
  })

  it.each([
    ['Wed, 02 Oct 2002 08:00:00 EST', '2002-10-02T13:00:00.000Z'],
    ['Wed, 02 Oct 2002 08:00:00 CEST', '2002-10-02T06:00:00.000Z'],
    ['Wed, 02 Oct 2002 08:00:00', '2002-10-02T08:00:00.000Z'],
    ['2002-10-02T08:00:00', '2002-10-02T08:00:00.000Z'],
    ['2002-10-02', '2002-10-02T00:00:00.000Z'],
    ['2 October 2002', '2002-10-02T00:00:00.000Z'],
    ['Seg, 24 Set 2018 19:00', 'Seg, 24 Set 2018 19:00'],
  ])('reads the date %s', (written, date) => {
    expect(feedDate(written)).toBe(date)
  })

  it('takes a time without a zone for UTC, wherever the machine is', () => {
    const code =
      "import { feedDate } from './src-main/tools/web/lib/feed-dates.ts'; " +
      "process.stdout.write(feedDate('2002-10-02T08:00:00') + ' ' + feedDate('Wed, 02 Oct 2002 08:00:00'))"
    const env = { ...process.env, TZ: 'America/New_York' }
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    })
    expect(printed).toBe('2002-10-02T08:00:00.000Z 2002-10-02T08:00:00.000Z')
  })

  // Dublin Core, Media RSS and the podcast elements; RSS 2.0, author.
  it('takes categories, authors and dates from the modules of RSS', () => {
    const feed =
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"' +
      ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/">' +
      '<channel><item><title>a</title><dc:subject>one</dc:subject><dc:subject>two</dc:subject>' +
      '<dcterms:issued>2003-12-31T10:14:55Z</dcterms:issued><dcterms:modified>2004-01-01T00:00:00Z</dcterms:modified>' +
      '<author>lawyer@boyer.net (Lawyer Boyer)</author></item>' +
      '<item><media:title>b</media:title><media:category>three</media:category><itunes:author>Ada</itunes:author></item>' +
      '</channel></rss>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({
      items: [
        {
          categories: ['one', 'two'],
          published_at: '2003-12-31T10:14:55.000Z',
          updated_at: '2004-01-01T00:00:00.000Z',
          authors: ['Lawyer Boyer'],
        },
        { title: 'b', categories: ['three'], authors: ['Ada'] },
      ],
    })
  })

  it.each([
    ['<rss version="2.0"><channel></channel></rss>', 'rss'],
    ['<?xml version="1.0"?><!-- none --><feed xmlns="http://www.w3.org/2005/Atom"></feed>', 'atom'],
  ])('reads %s as a feed without items', (text, format) => {
    expect(readFeed(text, URL_OF_FEED)).toMatchObject({ kind: 'feed', format, items: [] })
  })

  // Catches: a pattern that tries each way to part the comments.
  it.each(['<!---->', '<?a?>', '<!DOCTYPE ', '<!DOCTYPE['])('ends for 20,000 times %s', (part) => {
    expect(readFeed(part.repeat(20_000), URL_OF_FEED)).toMatchObject({ kind: 'page' })
  })

  it('reads a page that shows a feed as a page', () => {
    expect(readFeed('<html><body><rss></rss></body></html>', URL_OF_FEED)).toMatchObject({ kind: 'page' })
  })

  // XML 1.0, 4.4; Atom 0.3, 3.1.2.
  it('reads the entities of a document type and the Base64 of Atom 0.3', () => {
    const entity =
      '<!DOCTYPE rss [<!ENTITY id "tag:example.com,2006:"><!ENTITY loop "&loop;">]>' +
      '<rss version="2.0"><channel><item><title>&id;x &loop;</title></item></channel></rss>'
    expect(readFeed(entity, URL_OF_FEED)).toMatchObject({
      items: [{ title: 'tag:example.com,2006:x &loop;' }],
    })
    const coded =
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>' +
      '<title type="text/html" mode="base64">RXhhbXBsZSA8Yj5BdG9tPC9iPg==</title></entry></feed>'
    expect(readFeed(coded, URL_OF_FEED)).toMatchObject({ items: [{ title: 'Example <b>Atom</b>' }] })
    const alone = coded.replace(' type="text/html"', '')
    expect(readFeed(alone, URL_OF_FEED)).toMatchObject({ items: [{ title: 'Example <b>Atom</b>' }] })
  })

  // RFC 4287: 2 (xml:lang), 4.2.7.2 (enclosures among the links), 4.1.3.3 (Base64).
  it('takes the language, the enclosures and coded texts of Atom from where they are', () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de-AT"><title>F</title><entry>' +
      '<content type="application/octet-stream">RXhhbXBsZSA8Yj5BdG9tPC9iPg==</content>' +
      '<link rel="enclosure" href="http://example.com/a.mp3" type="audio/mpeg"/>' +
      '<link rel="related" href="http://example.com/b"/></entry></feed>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({
      language: 'de-AT',
      items: [
        {
          content: 'Example <b>Atom</b>',
          link: null,
          enclosures: [{ url: 'http://example.com/a.mp3', type: 'audio/mpeg' }],
        },
      ],
    })
  })

  // Dublin Core and its terms, as RSS 1.0 uses them for the channel.
  it('takes the language and the date of a channel from Dublin Core', () => {
    const channel = (parts: string) =>
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">' +
      `<channel><title>F</title>${parts}</channel></rss>`
    const date = '2003-12-31T10:14:55Z'
    expect(
      readFeed(channel(`<dc:language>fr</dc:language><dc:date>${date}</dc:date>`), URL_OF_FEED),
    ).toMatchObject({
      language: 'fr',
      updated_at: '2003-12-31T10:14:55.000Z',
    })
    expect(readFeed(channel(`<dcterms:modified>${date}</dcterms:modified>`), URL_OF_FEED)).toMatchObject({
      updated_at: '2003-12-31T10:14:55.000Z',
    })
    expect(
      readFeed(channel('<language>en</language>').replace('<rss', '<rss xml:lang="fr"'), URL_OF_FEED),
    ).toMatchObject({
      language: 'en',
    })
  })

  it('reads RSS whose names have a prefix', () => {
    const rss =
      '<?xml version="1.0"?><!-- old --><r:rss version="2.0" xmlns:r="http://backend.userland.com/rss2"><r:channel>' +
      '<r:title>T</r:title><r:item><r:title>One</r:title></r:item></r:channel></r:rss>'
    expect(readFeed(rss, 'https://example.com/')).toMatchObject({ title: 'T', items: [{ title: 'One' }] })
  })
})
