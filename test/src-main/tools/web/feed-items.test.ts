import { describe, expect, it } from 'vitest'
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

  it('names the items of RSS 1.0 by their addresses in RDF', () => {
    const feed =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">' +
      '<item rdf:about="http://example.org/1"><title>i</title></item></rdf:RDF>'
    expect(readFeed(feed, URL_OF_FEED)).toMatchObject({ items: [{ id: 'http://example.org/1' }] })
  })
})
