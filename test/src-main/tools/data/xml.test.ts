import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

// Every tool answers with an object.
const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>

describe('XML', () => {
  it('reads back what it writes', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '<', '&', '>', '"', "'", ']', 'é', '😀', ' '),
      maxLength: 8,
    })
    const leaf = text.map((chars) => chars.trim())
    const element = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(
          fc.constantFrom('a', 'b', 'constructor', 'x-1', '@id', '@n'),
          fc.oneof(leaf, tie('node')),
          { minKeys: 1, maxKeys: 4 },
        ),
      ),
    })).node
    await fc.assert(
      fc.asyncProperty(element, fc.constantFrom(0, 2), async (root, indent) => {
        const { xml } = await run('data-json-to-xml', { json: { root: withTextAttributes(root) }, indent })
        const { result } = await run('text-xml-to-json', { xml, text_name: '#text' })
        expect(result).toEqual({ root: withTextAttributes(root) })
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  // Attributes hold texts alone.
  function withTextAttributes(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) => [
        name,
        name.startsWith('@') ? (typeof value === 'string' ? value : 'x') : withTextAttributes(value),
      ]),
    )
  }

  // XML 1.0, 2.3 and 3.3.3: white space is four characters, and that of an attribute is its value.
  it.each([
    ['<a k=" x "> t </a>', { a: { '@k': ' x ', '#text': 't' } }],
    ['<a>\u00a0x\u00a0</a>', { a: '\u00a0x\u00a0' }],
    ['<a>one <b>two</b> three</a>', { a: { b: 'two', '#text': 'one  three' } }],
    ['<a k="1">\n  <b> </b>\n</a>', { a: { '@k': '1', b: '' } }],
  ])('trims the text of an element, and nothing else: %s', async (xml, result) => {
    expect((await run('text-xml-to-json', { xml })).result).toEqual(result)
  })

  it('expands no entity but the predefined ones', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    await expect(run('text-xml-to-json', { xml: bomb })).rejects.toThrow('its own entities')
    await expect(
      run('text-xml-to-json', { xml: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }),
    ).rejects.toBeInstanceOf(InvalidInput)
    for (const wrong of ['&nbsp;', '&#0;', '&#xD800;', '&#x110000;', '&toString;'])
      await expect(run('text-xml-to-json', { xml: `<a>${wrong}</a>` }), wrong).rejects.toThrow(
        'is not defined',
      )
    expect(
      (await run('text-xml-to-json', { xml: '<!DOCTYPE a SYSTEM "a.dtd"><a>&amp;lt;</a>' })).result,
    ).toEqual({
      a: '&lt;',
    })
  })

  it('reads __proto__ and constructor as names, and refuses two that would share one', async () => {
    const { result } = await run('text-xml-to-json', {
      xml: '<a><__proto__>1</__proto__><constructor/></a>',
    })
    expect(JSON.stringify(result)).toBe('{"a":{"__proto__":"1","constructor":""}}')
    const same = { xml: '<a b="1"><b/></a>', attribute_prefix: '' }
    await expect(run('text-xml-to-json', same)).rejects.toThrow('have the same name')
  })

  // XML 1.0, 2.11 and 3.3.3. Catches: line ends of an attribute that two readers see differently.
  it('normalizes line ends and the white space of attributes, but not their references', async () => {
    const xml =
      '\ufeff<?xml version="1.0"?>\r\n<a b="x&#10;y\r\nz\tw">p\r\nq\rr<!-- "<" --><![CDATA[<\r\n">]]></a>'
    const { result } = await run('text-xml-to-json', { xml })
    expect(result).toEqual({ a: { '@b': 'x\ny z w', '#text': 'p\nq\nr<\n">' } })
  })

  // The second opinion on each is Expat's, by Python's xml.etree: it refuses them all.
  it.each([
    ['<a>\u0001</a>', /U\+0001 is not allowed, at line 1, column 4/],
    ['<a>\ufffe</a>', /U\+FFFE/],
    ['<a\nb="<"/>', /attribute contains <.*line 2, column 4/],
    ['<a>]]></a>', /text contains \]\]>/],
    // XML 1.0, production 1: after the root element stand comments, instructions and white space alone.
    ['<a/>x', /outside the root element, at line 1, column 5/],
    ['<a>x</a>\n &amp;', /outside the root element, at line 2, column 2/],
    ['<a/><![CDATA[x]]>', /outside the root element/],
    ['<a><!-- -- --></a>', /comment/],
    ['<a><!-- x---></a>', /comment/],
    ['<a><?xml version="1.0"?></a>', /XML declaration/],
    ['<!-- --><?XML x?><a/>', /XML declaration/],
    // James Clark's xmltest, not-wf/sa: 003, 042, 056, 096, 098, 102, 144 and 165.
    ['<a><? ?></a>', /an instruction has no name/],
    ['<a/></a/>', /a tag is not well-formed/],
    ['<!DOCTYPE a -- a comment -- []><a/>', /document type declaration/],
    ['<?xml version="1.0"encoding="UTF-8" ?><a/>', /white space is missing/],
    ['<?xml version="1.0" version="1.0"?><a/>', /XML declaration/],
    ['<?xml version="1.0 " ?><a/>', /XML declaration/],
    ['<a>&#xFFFF;</a>', /is not defined/],
    ['<!DOCTYPE a [<!ENTITY% e "">]><a/>', /its own entities/],
  ])('refuses %j, which is not well-formed', async (xml, reason) => {
    await expect(run('text-xml-to-json', { xml })).rejects.toThrow(reason)
  })

  it.each([
    ['<a>\u{10fffd}\u0085</a>', '\u{10fffd}\u0085'],
    ['<!DOCTYPE a [<!ELEMENT a ANY>]><a>]] > --</a>', ']] > --'],
    ['<!DOCTYPE a SYSTEM "x.dtd"><a>1</a>', '1'],
    ['<?xml-stylesheet href="x"?><a><?php echo "<" ?>x</a>', 'x'],
    ['<a><!----><![CDATA[]]]]>\'"</a>', ']]\'"'],
    ['<!-- 1 -->\n<a>x</a>\n<?p x?> <!-- 2 -->\n', 'x'],
    // xmltest, valid/sa: 036, 042, 055 and 056; the text of 100 in a comment.
    ['<a>x</a><?pi data?>', 'x'],
    ['<!DOCTYPE a [<!ELEMENT a ANY>]>\n<?pi  data?>\n<a>x</a>', 'x'],
    ['<a>&#00000000000000000000000000000000065;</a>', 'A'],
    ['<a>&#x0000000000000000000000000000000041;</a>', 'A'],
    ['<!DOCTYPE a PUBLIC ";!*#@$_%" "1.xml" [<!-- <!ENTITY e "x"> -->]><a>x</a>', 'x'],
  ])('reads %j', async (xml, text) => {
    expect((await run('text-xml-to-json', { xml })).result).toEqual({ a: text })
  })

  it.each([
    ['<a><b></a>', /closing tag of b is expected/],
    ['<a>x & y</a>', /write it as &amp;/],
    ['<a>1 < 2</a>', /write < in text as &lt;/],
    ['<a><!-- & --><![CDATA[&]]>', /the element a has no closing tag/],
    ['<a b="1" b="2"/>', /repeated/],
    ['<a/><b/>', /one root/],
    ['<a/><a/>', /one root/],
    ['hello', /Not XML/],
    ['<a>', /Not XML/],
    ['<a>\n</b>', /line 2/],
    [`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, /nested/],
  ])('refuses %j', async (xml, reason) => {
    const failed = run('text-xml-to-json', { xml })
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(reason)
  })

  it.each([
    [{ json: { 'a b': 1 } }, 'name of an element'],
    [{ json: { a: { '@x y': 1 } } }, 'name of an attribute'],
    [{ json: { a: 'a\u0000b' } }, 'U+0000'],
    [{ json: { a: { '@b': { c: 1 } } } }, 'An attribute'],
    [{ json: { '><script': 1 } }, 'name of an element'],
  ])('refuses to write what would not be well-formed (%#)', async (input, reason) => {
    await expect(run('data-json-to-xml', input)).rejects.toThrow(reason)
  })

  it('says which lists are empty, as they have no elements', async () => {
    const json = { a: [], b: [1], c: [{ d: [] }] }
    expect(await run('data-json-to-xml', { json, indent: 0, declaration: false })).toEqual({
      xml: '<root><b>1</b><c/></root>',
      warnings: [expect.stringContaining('"a" is an empty list'), expect.stringContaining('"d"')],
    })
    expect(await run('data-json-to-xml', { json: [] })).not.toHaveProperty('warnings')
  })
})
