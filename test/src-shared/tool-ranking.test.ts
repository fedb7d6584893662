import { describe, expect, it } from 'vitest'
import { isNear } from '../../src-shared/words/near-words.ts'
import { createToolRanking, type RankableTool } from '../../src-shared/tool-ranking.ts'

const tool = (slug: string, title: string, more: Partial<RankableTool> = {}): RankableTool => ({
  slug,
  title,
  summary: '',
  category: 'Tests',
  ...more,
})

const TOOLS = [
  tool('yaml-read', 'YAML to JSON', { summary: 'Reads a document.' }),
  tool('yaml-write', 'JSON to YAML', { summary: 'Writes a document.' }),
  tool('ids', 'UUID', { summary: 'Makes identifiers.', searchWords: ['guid', 'unique id'] }),
  tool('b-twin', 'Twin', { aliases: ['second-twin'] }),
  tool('a-twin', 'Twin'),
  tool('summary', 'Shorten', { summary: 'Makes a guid shorter.', fields: ['colour'] }),
]
const rank = createToolRanking(TOOLS)
const found = (query: string) => rank(query).map(({ slug }) => slug)

describe('the ranking of tools', () => {
  it('finds a tool by its search words before one whose summary mentions them', () => {
    expect(found('make me a guid')).toEqual(['ids', 'summary'])
  })

  it('needs no word of a query to be known, and finds nothing when none is', () => {
    expect(found('a guid qwxyz')).toEqual(['ids', 'summary'])
    for (const nothing of ['', ' ', 'qwxyz', 'the of to', '?!', '\u0000'])
      expect(found(nothing)).toEqual([])
  })

  it('knows a word in its other forms and with a typing error', () => {
    expect(found('identifying')[0]).toBe('ids')
    expect(found('identifyer')[0]).toBe('ids')
    expect(found('idnetifier')[0]).toBe('ids')
    expect(found('identif')[0]).toBe('ids')
  })

  it('tells one direction from the other', () => {
    expect(found('yml to json')[0]).toBe('yaml-read')
    expect(found('yml from json')[0]).toBe('yaml-write')
    expect(found('yml as json')[0]).toBe('yaml-read')
    expect(found('json as yml')[0]).toBe('yaml-write')
    expect(found('json2yaml')[0]).toBe('yaml-write')
    expect(found('turn my json file into yaml please')[0]).toBe('yaml-write')
  })

  it('reads a sort of what a tool makes, where the sort itself is not among its words', () => {
    const labels = createToolRanking([
      tool('barcode', 'Barcode', { searchWords: ['ean', 'upc'] }),
      tool('chart', 'Draw a label'),
    ])
    expect(labels('an ean13').map(({ slug }) => slug)).toEqual(['barcode'])
  })

  it('reads a number beside a word, and the name of a program for sums, as its tools are called', () => {
    const hashes = createToolRanking([
      tool('encode', 'Base64', { searchWords: ['base64'] }),
      tool('checksum', 'Checksum', { searchWords: ['md5'] }),
      tool('qr', 'QR code', { searchWords: ['quick response'] }),
      tool('sums', 'Calculate'),
    ])
    expect(hashes('a text in base 64')[0]?.slug).toBe('encode')
    expect(hashes('md5sum')[0]?.slug).toBe('checksum')
    expect(hashes('quick calculator')[0]?.slug).toBe('sums')
  })

  it('reads British and American spelling alike', () => {
    expect(found('color')).toEqual(found('colour'))
    expect(found('color')).toEqual(['summary'])
  })

  it('puts tools that fit equally well in the order of their slugs', () => {
    expect(found('twin tool')).toEqual(['a-twin', 'b-twin'])
  })

  it('puts a tool first whose slug or alias is the query', () => {
    expect(found('b-twin')[0]).toBe('b-twin')
    expect(found('second twin')[0]).toBe('b-twin')
  })

  it('leaves out what has few of the words and scores far below the best', () => {
    expect(found('unique guid')).not.toContain('summary')
  })
})

describe('near words', () => {
  it.each([
    ['json', 'jsno', 1, true],
    ['json', 'jason', 1, true],
    ['json', 'jon', 1, true],
    ['json', 'bison', 1, false],
    ['calendar', 'callendra', 2, true],
    ['calendar', 'colander', 2, false],
  ])('finds %s and %s within %i edits: %s', (a, b, edits, near) => {
    expect(isNear(a, b, edits)).toBe(near)
    expect(isNear(b, a, edits)).toBe(near)
  })
})
