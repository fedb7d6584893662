import { describe, expect, it } from 'vitest'
import { paragraph, readWord, run, WORD } from '../../../support/documents/word-document.ts'

const style = (id: string, name: string, properties = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`
const place = (list: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const definition = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const list = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
const restart = (at: number, start: number) =>
  `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="${start}"/></w:lvlOverride>`

const DECIMAL = definition(1, level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)'))
const BULLET = definition(2, level(0, 'bullet', '•'), level(1, 'bullet', '◦'))

describe('the lists of a Word document', () => {
  // Catches: all lists of pandoc, and those in the styles Body Text and No Spacing, were plain paragraphs.
  it.each(['Compact', 'Body Text', 'No Spacing', 'List Paragraph', 'Custom'])(
    'are lists in the style %s',
    async (name) => {
      const item = (text: string) => paragraph(text, `<w:pStyle w:val="S"/>${place(1)}`)
      const { markdown } = await readWord({
        body: item('one') + item('two'),
        styles: style('S', name),
        numbering: BULLET + list(1, 2),
      })
      expect(markdown).toBe('- one\n- two')
    },
  )

  it('go on counting after a paragraph, and begin again where the document says so', async () => {
    const { markdown } = await readWord({
      body: [
        paragraph('one', place(1)),
        paragraph('two', place(1)),
        paragraph('between'),
        paragraph('three', place(1)),
        paragraph('between'),
        paragraph('seven', place(2)),
      ].join(''),
      numbering: DECIMAL + list(1, 1) + list(2, 1, restart(0, 7)),
    })
    expect(markdown).toBe('1. one\n2. two\n\nbetween\n\n3. three\n\nbetween\n\n7. seven')
  })

  it('count their inner lists from one below each item', async () => {
    const { markdown } = await readWord({
      body: [place(1), place(1, 1), place(1, 1), place(1), place(1, 1)]
        .map((at, index) => paragraph(`p${index}`, at))
        .join(''),
      numbering: DECIMAL + list(1, 1),
    })
    expect(
      markdown
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['1. p0', '1. p1', '2. p2', '2. p3', '1. p4'])
  })

  it('have nine levels, and those of the styles List Bullet 2 and List Number 3', async () => {
    const deep = Array.from({ length: 9 }, (_, at) => at)
    const levels = definition(3, ...deep.map((at) => level(at, 'bullet', '•')))
    const nine = await readWord({
      body: deep.map((at) => paragraph(`p${at + 1}`, place(1, at))).join(''),
      numbering: levels + list(1, 3),
    })
    expect(nine.markdown).toContain(`${' '.repeat(16)}- p9`)
    const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
    const moved = await readWord({
      body: paragraph('a', '<w:pStyle w:val="A"/>') + paragraph('b', '<w:pStyle w:val="B"/>'),
      styles: style('A', 'List Bullet', numbered) + style('B', 'List Bullet 2', numbered),
      numbering: BULLET + list(1, 2),
    })
    expect(moved.markdown).toBe('- a\n  - b')
  })

  it('take their numbers from a style and from the one that it is based on', async () => {
    const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
    const { markdown } = await readWord({
      body: paragraph('one', '<w:pStyle w:val="Child"/>') + paragraph('two', '<w:pStyle w:val="Child"/>'),
      styles:
        style('Parent', 'Steps', numbered) + style('Child', 'Small steps', '<w:basedOn w:val="Parent"/>'),
      numbering: DECIMAL + list(1, 1),
    })
    expect(markdown).toBe('1. one\n2. two')
  })

  it('end where styles are based on each other', async () => {
    const { markdown } = await readWord({
      body: paragraph('text', '<w:pStyle w:val="A"/>'),
      styles: style('A', 'a', '<w:basedOn w:val="B"/>') + style('B', 'b', '<w:basedOn w:val="A"/>'),
    })
    expect(markdown).toBe('text')
  })

  it('are paragraphs where neither a number nor a bullet is shown', async () => {
    const blank = definition(4, level(0, 'bullet', ' ')) + definition(5, level(0, 'none', ''))
    const { markdown } = await readWord({
      body: paragraph('more', place(1)) + paragraph('still more', place(2)),
      numbering: blank + list(1, 4) + list(2, 5),
    })
    expect(markdown).toBe('more\n\nstill more')
  })
})

describe('the headings of a Word document', () => {
  it('are of six levels at most, and the title is one', async () => {
    const names = ['Title', 'heading 1', 'heading 6', 'heading 9']
    const { markdown, warnings } = await readWord({
      body: names.map((name, at) => paragraph(name, `<w:pStyle w:val="S${at}"/>`)).join(''),
      styles: names.map((name, at) => style(`S${at}`, name)).join(''),
    })
    expect(markdown).toBe('# Title\n\n# heading 1\n\n###### heading 6\n\n###### heading 9')
    expect(warnings).toEqual([])
  })

  it('have the numbers that Word shows, in the format of each level', async () => {
    const outline = definition(
      6,
      level(0, 'upperRoman', 'Part %1:', '<w:pStyle w:val="H1"/>'),
      level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
    )
    const numbered = (at: number) => `<w:pPr>${place(1, at)}</w:pPr>`
    const { markdown } = await readWord({
      body: ['H1', 'H2', 'H2', 'H1', 'H2']
        .map((id, at) => paragraph(`t${at}`, `<w:pStyle w:val="${id}"/>`))
        .join(''),
      styles: style('H1', 'heading 1', numbered(0)) + style('H2', 'heading 2', numbered(1)),
      numbering: outline + list(1, 6),
    })
    expect(markdown.split('\n\n')).toEqual([
      '# Part I: t0',
      '## I.1 t1',
      '## I.2 t2',
      '# Part II: t3',
      '## II.1 t4',
    ])
  })
})

describe('what a Word document shows', () => {
  it('is without hidden text, and says so', async () => {
    const answer = await readWord({
      body: `<w:p>${run('seen')}${run(' unseen', '<w:vanish/>')}${run(' again', '<w:vanish w:val="0"/>')}</w:p>`,
    })
    expect(answer).toEqual({ markdown: 'seen again', warnings: ['Hidden text was left out'] })
  })

  it('has the first row of a table as its heading where it looks like one', async () => {
    const cells = (...texts: string[]) =>
      `<w:tr>${texts.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`
    const table = (look: string) =>
      `<w:tbl><w:tblPr><w:tblLook ${look}/></w:tblPr>${cells('a', 'b')}${cells('1', '2')}</w:tbl>`
    expect((await readWord({ body: table('w:val="04A0"') })).markdown).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    )
    expect((await readWord({ body: table('w:firstRow="1"') })).markdown).toMatch(/^\| a \| b \|/)
    expect((await readWord({ body: table('w:firstRow="0"') })).markdown).toMatch(/^\| \| \|/)
  })

  it('is without headers and footers, and says so', async () => {
    const header = `<w:hdr ${WORD}>${paragraph('Company')}</w:hdr>`
    const answer = await readWord({ body: paragraph('text'), parts: { 'word/header1.xml': header } })
    expect(answer).toEqual({ markdown: 'text', warnings: ['Headers and footers were left out'] })
  })

  it('strikes through with one line or two', async () => {
    const { markdown } = await readWord({
      body: `<w:p>${run('one', '<w:strike/>')}${run('two', '<w:dstrike/>')}</w:p>`,
    })
    expect(markdown).toBe('~~onetwo~~')
  })
})

describe('the formulas of a Word document', () => {
  const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const e = (content: string) => `<m:e>${content}</m:e>`

  // The elements of ECMA-376, 22.1.2, and what LaTeX writes for them.
  it.each([
    [`<m:f><m:num>${r('1')}</m:num><m:den>${r('2')}</m:den></m:f>`, '\\frac{1}{2}'],
    [`<m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup>`, 'x^{2}'],
    [`<m:sSub>${e(r('ab'))}<m:sub>${r('i')}</m:sub></m:sSub>`, '{ab}_{i}'],
    [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('x'))}</m:rad>`, '\\sqrt{x}'],
    [`<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '\\sqrt[3]{x}'],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '\\sum_{i=1}^{n} i',
    ],
    [`<m:d>${e(r('a'))}</m:d>`, '\\left(a\\right)'],
    [
      `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(r('a'))}</m:d>`,
      '\\left\\{a\\right.',
    ],
    [`<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`, '\\sin x'],
    [`<m:acc><m:accPr><m:chr m:val="&#x20d7;"/></m:accPr>${e(r('v'))}</m:acc>`, '\\vec{v}'],
    [
      `<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`,
      '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
    ],
    [r('100%'), '100\\%'],
  ])('are written as LaTeX: %s', async (formula, latex) => {
    const { markdown, warnings } = await readWord({
      body: `<w:p>${run('so ')}<m:oMath>${formula}</m:oMath></w:p>`,
    })
    expect(markdown).toBe(`so $${latex}$`)
    expect(warnings).toEqual([])
  })

  it('stand in a block where they have a paragraph of their own', async () => {
    const formula = `<m:oMathPara><m:oMath>${r('a&lt;b')}</m:oMath></m:oMathPara>`
    expect((await readWord({ body: `<w:p>${formula}</w:p>` })).markdown).toBe('```math\na<b\n```')
  })

  it('are told to be left out where they are in no paragraph', async () => {
    const formula = `<m:oMathPara><m:oMath>${r('x')}</m:oMath></m:oMathPara>`
    const { warnings } = await readWord({ body: formula + paragraph('text') })
    expect(warnings).toEqual([expect.stringContaining('oMath')])
  })

  it('end where they are nested too deeply', async () => {
    const deep = '<m:sSup><m:e>'.repeat(300) + r('x') + '</m:e></m:sSup>'.repeat(300)
    expect((await readWord({ body: `<w:p><m:oMath>${deep}</m:oMath></w:p>` })).markdown).toContain('x')
  })
})

it('refuses a Word document that is nested too deeply, in words', async () => {
  const body = '<w:p>'.repeat(20_000) + '</w:p>'.repeat(20_000)
  await expect(readWord({ body })).rejects.toMatchObject({
    name: 'InvalidInput',
    message: expect.stringContaining('nested too deeply'),
  })
})

describe('the notes of a Word document', () => {
  const reference = (kind: string, id: number, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:${kind}Reference w:id="${id}"/></w:r>`
  const note = (kind: string, id: number, ...texts: string[]) =>
    `<w:${kind} w:id="${id}">${texts.map((text) => paragraph(text)).join('')}</w:${kind}>`
  const notes = (kind: string, ...all: string[]) => `<w:${kind}s ${WORD}>${all.join('')}</w:${kind}s>`

  it('are footnotes of Markdown, in the order of their references', async () => {
    const { markdown } = await readWord({
      body:
        `<w:p>${run('a')}${reference('footnote', 3, '<w:vertAlign w:val="superscript"/>')}${run(' b')}${reference('endnote', 2)}</w:p>` +
        `<w:p>${run('c')}${reference('footnote', 2)}</w:p>`,
      parts: {
        'word/footnotes.xml': notes(
          'footnote',
          note('footnote', 2, 'third'),
          note('footnote', 3, 'first', 'and more'),
        ),
        'word/endnotes.xml': notes('endnote', note('endnote', 2, 'second')),
      },
    })
    expect(markdown).toBe(
      'a[^1] b[^2]\n\nc[^3]\n\n[^1]: first\n\n    and more\n\n[^2]: second\n\n[^3]: third',
    )
  })
})
