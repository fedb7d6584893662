import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('text-case-convert', () => {
  const convert = (text: string, locale = 'en') => runTool('text-case-convert', { text, locale })

  it.each([
    ['fooBar_baz-qux', { snake: 'foo_bar_baz_qux', constant: 'FOO_BAR_BAZ_QUX' }],
    ["don't stop", { camel: 'dontStop', title: "Don't Stop", words: ["don't", 'stop'] }],
    ['Crème brûlée', { kebab: 'crème-brûlée', pascal: 'CrèmeBrûlée' }],
    // Marks are parts of letters: without them the words of Hindi fall to pieces.
    ['हिन्दी भाषा', { snake: 'हिन्दी_भाषा' }],
    ['cafe\u0301 au lait', { snake: 'café_au_lait' }],
    ['HTTPServer2Go', { words: ['HTTP', 'Server2', 'Go'] }],
    ['', { camel: '', words: [] }],
    // Unicode, titlecase mapping: Georgian begins no word with a capital, and ǆ has a form of its own there.
    ['საქართველო', { title: 'საქართველო', upper: 'ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ' }],
    ['ǆep ǉubav', { title: 'ǅep ǈubav', camel: 'ǆepǈubav', constant: 'ǄEP_ǇUBAV' }],
    ['!?', { camel: '', upper: '!?', words: [] }],
    ['straße', { upper: 'STRASSE' }],
    ['𐐨𐐩', { words: ['𐐨𐐩'], lower: '𐐨𐐩' }],
  ])('writes %j', async (text, expected) => {
    expect(await convert(text)).toMatchObject(expected)
  })

  it('knows the dotted i of Turkish', async () => {
    expect(await convert('ilk', 'tr')).toMatchObject({ upper: 'İLK', title: 'İlk' })
  })
})

describe('text-slugify', () => {
  const slugify = async (text: string, options: object = {}) =>
    (await runTool('text-slugify', { text, ...options })) as { slug: string; dropped: string[] }

  it.each([
    ['Größe & Maß', 'groesse-and-mass'],
    ['Привет мир', 'privet-mir'],
    ['Ελληνικά', 'ellinika'],
    ['  --a--b--  ', 'a-b'],
    ['C++ / C#', 'c-c'],
    ["It's", 'its'],
    ['e\u0301te\u0301', 'ete'],
    ['../../etc/passwd', 'etc-passwd'],
    ['', ''],
    ['😀', ''],
    ['ﬁne ﬀ', 'fine-ff'],
    ['ＡＢＣ１２', 'abc12'],
    ['ひらがな カタカナ', 'hiragana-katakana'],
    ['서울', 'seoul'],
    ['שלום', 'slvm'],
    ['नमस्ते', 'nmste'],
    ['สวัสดี', 'swasdi'],
    ['Ⅳ ½', 'iv-1-2'],
  ])('turns %j into a slug', async (text, slug) => {
    expect(await slugify(text)).toMatchObject({ slug })
  })

  it('is the same for equal texts, composed or not', async () => {
    for (const text of ['Größe', 'Việt Nam', '서울', 'й ё', 'が', 'x\u0302 q\u0323'])
      expect(await slugify(text.normalize('NFD'))).toEqual(await slugify(text.normalize('NFC')))
  })

  it('has something of each letter and digit, and names those that it leaves out', async () => {
    const letter = fc
      .integer({ min: 0x21, max: 0x1ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /^[\p{L}\p{N}]$/u.test(sign))
    await fc.assert(
      fc.asyncProperty(letter, async (sign) => {
        const { slug, dropped } = await slugify(sign)
        expect(slug === '').toBe(dropped.length > 0)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  it('is safe in an address whatever the text, and a slug keeps its own slug', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        if (!text.isWellFormed()) return
        const { slug } = await slugify(text)
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
        expect((await slugify(slug)).slug).toBe(slug)
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it('obeys its options', async () => {
    expect(await slugify('fooBar Baz', { lowercase: false, separator: '_' })).toMatchObject({
      slug: 'fooBar_Baz',
    })
    expect(await slugify('fooBar', { split_camel_case: true })).toMatchObject({ slug: 'foo-bar' })
    expect(await slugify('abcdef', { max_length: 3 })).toMatchObject({ slug: 'abc', shortened: true })
    expect(await slugify('ab cd', { max_length: 5 })).toMatchObject({ slug: 'ab-cd', shortened: false })
    expect(await slugify('ab cd', { max_length: 2 })).toMatchObject({ slug: 'ab', shortened: true })
  })
})

describe('text-compare-similarity', () => {
  // Winkler 1990, table of examples, as cited by the US Census Bureau.
  it.each([
    ['MARTHA', 'MARHTA', 0.961111],
    ['DWAYNE', 'DUANE', 0.84],
    ['DIXON', 'DICKSONX', 0.813333],
    ['JONES', 'JOHNSON', 0.832381],
    ['ABROMS', 'ABRAMS', 0.922222],
    // As strcmp95 and the libraries after it: below 0.7 the beginning adds nothing, and half a swap is not counted.
    ['smellyfish', 'sitting', 0.495238],
    ['dixon', 'duane', 0.6],
    ['dwayne', 'sunday', 0.555556],
    ['', 'a', 0],
    ['', '', 1],
    ['abc', 'xyz', 0],
  ])('finds %j and %j similar by Jaro-Winkler: %d', async (first, second, jaro_winkler) => {
    expect(await runTool('text-compare-similarity', { first, second })).toMatchObject({ jaro_winkler })
  })

  const compare = async (first: string, second: string, options: object = {}) =>
    (await runTool('text-compare-similarity', { first, second, ...options })) as {
      distance: number
      ratio: number
      dice: number
      identical: boolean
    }

  it.each([
    ['', '', { distance: 0, ratio: 1, dice: 1, identical: true }],
    ['', 'abc', { distance: 3, ratio: 0, dice: 0, identical: false }],
    ['a', 'a', { distance: 0, ratio: 1, dice: 1 }],
    ['saturday', 'sunday', { distance: 3, ratio: 0.625 }],
    ['flaw', 'lawn', { distance: 2 }],
    ['e\u0301', 'é', { distance: 0, identical: true }],
    ['😀😀', '😀😁', { distance: 1, ratio: 0.5 }],
  ])('compares %j with %j', async (first, second, expected) => {
    expect(await compare(first, second)).toMatchObject(expected)
  })

  it('is a distance: the same both ways, and never longer than a detour', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '😀', 'é'), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(word, word, word, async (a, b, c) => {
        const [ab, ba, bc, ac] = await Promise.all([
          compare(a, b),
          compare(b, a),
          compare(b, c),
          compare(a, c),
        ])
        expect(ab).toEqual(ba)
        expect(ac.distance).toBeLessThanOrEqual(ab.distance + bc.distance)
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  it('ignores what it is told to', async () => {
    const options = { ignore_case: true, ignore_whitespace: true }
    expect(await compare(' A  b', 'a B ', options)).toMatchObject({ identical: true })
  })
})

describe('fuzzy-match', () => {
  const match = async (query: string, items: string[], options: object = {}) =>
    (
      (await runTool('fuzzy-match', { query, items, ...options })) as {
        matches: { item: string; score: number; ranges: { start: number; end: number }[] }[]
      }
    ).matches

  // Damerau (1964): four of five typing mistakes are one insertion, deletion, substitution or swap of neighbours.
  it.each([
    ['recieve', ['relieve', 'receive', 'recipe'], 'receive'],
    ['new yrok', ['Newark', 'New York', 'York'], 'New York'],
    ['Straße', ['STRASSE', 'Straße'], 'Straße'],
  ])('takes two swapped letters for one mistake: %s', async (query, items, best) => {
    expect((await match(query, items))[0]?.item).toBe(best)
  })

  it('forgives a misspelling and puts the best first', async () => {
    const found = await match('Jon Smith', ['Joan Smythe', 'Peter Parker', 'Jon Smith', 'John Smith'])
    expect(found[0]).toMatchObject({ item: 'Jon Smith', score: 1 })
    expect(found[1]?.item).toBe('John Smith')
    expect(found.map(({ item }) => item)).not.toContain('Peter Parker')
    for (const { score } of found) expect(score).toBeGreaterThanOrEqual(0.5)
  })

  it('ignores accents and case unless told otherwise', async () => {
    expect(await match('cafe', ['CAFÉ'])).toHaveLength(1)
    expect(await match('cafe', ['CAFE'], { ignore_case: false })).toEqual([])
  })

  it('reads the signs of a query language as text', async () => {
    for (const query of ['^apple', '!apple', "'apple", 'a | b', '=apple'])
      expect((await match(query, [query, 'apple']))[0]?.item).toBe(query)
  })
})

describe('text-html-to-text', () => {
  // HTML, 15.3, "display: block". Catches: "sd" for a summary and what it sums up.
  it.each([
    ['<details><summary>s</summary>d</details>', 's\nd'],
    ['<dl><dt>t</dt><dd>d</dd><dt>u</dt></dl>', 't\nd\nu'],
    ['<figure><img alt=i><figcaption>c</figcaption></figure>', 'i\nc'],
    ['<fieldset><legend>l</legend>f</fieldset>g', 'l\nf\ng'],
    ['<select><option>o</option><option>p</option></select>', 'o\np'],
    ['a<center>b</center>c', 'a\nb\nc'],
    // What the library leaves out or says twice.
    ['<table><caption>Ages</caption><tr><td>Ann</td><td>31</td></tr></table>', 'Ages\n\nAnn   31'],
    ['She said <q>yes</q>.', 'She said “yes”.'],
    ['<a href="https://example.com/a">https://example.com/a</a>', 'https://example.com/a'],
  ])('ends lines where a browser does: %s', async (html, text) => {
    expect(((await runTool('text-html-to-text', { html })) as { text: string }).text).toBe(text)
  })

  it('keeps a zero-width space, which HTML does not count as white space', async () => {
    expect(await runTool('text-html-to-text', { html: '<p>a\u200bb</p>' })).toEqual({ text: 'a\u200bb' })
  })

  const convert = async (html: string, options: object = {}) =>
    ((await runTool('text-html-to-text', { html, ...options })) as { text: string }).text

  it.each([
    ['<style>p{}</style><p>x</p><script>y</script>', 'x'],
    ['<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a   b\n1   2'],
    ['<ol start="3"><li>x</li><li>y</li></ol>', ' 3. x\n 4. y'],
    ['&lt;b&gt; &#128512; &eacute;', '<b> 😀 é'],
    ['<p>unclosed <b>tags', 'unclosed tags'],
    ['<img src="x.png" alt="A cat">', 'A cat'],
    ['<img src="x.png">', ''],
    ['', ''],
    ['<!-- comment --><!doctype html><title>t</title><body>x</body>', 'x'],
    ['&#xD800;x', '\ufffdx'],
  ])('reads %s', async (html, text) => {
    expect(await convert(html)).toBe(text)
  })

  it('obeys its options', async () => {
    expect(await convert('<a href="https://example.com">x</a>', { links: 'drop' })).toBe('x')
    expect(await convert('<h1>x</h1>', { uppercase_headings: true })).toBe('X')
    expect(await convert('<img alt="A cat">', { images: 'drop' })).toBe('')
    expect(await convert(`<p>${'word '.repeat(10)}</p>`, { wrap: 20 })).toMatch(/^(.{1,20}\n)+.{1,20}$/)
  })

  it('refuses what is nested too deeply', async () => {
    await expect(convert('<div>'.repeat(15_000))).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'html',
    })
  })
})
