import { describe, expect, it } from 'vitest'
import { paragraph, readWord, run } from '../../../support/documents/word-document.ts'

const VML = 'xmlns:v="urn:schemas-microsoft-com:vml"'
const SHAPE = 'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
const COMPATIBLE = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'

const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
const vmlBox = (shape: string, text: string): string =>
  `<w:pict><v:${shape} ${VML}><v:textbox>${box(text)}</v:textbox></v:${shape}></w:pict>`
const drawnBox = (text: string): string =>
  `<w:drawing><wps:wsp ${SHAPE}><wps:txbx>${box(text)}</wps:txbx></wps:wsp></w:drawing>`

describe('the texts of a Word document that are read', () => {
  it.each([
    [
      'a direction that overrides',
      '<w:bdo w:val="rtl"><w:r><w:t>(315) 857</w:t></w:r></w:bdo>',
      '(315) 857',
    ],
    ['a direction', '<w:dir w:val="rtl"><w:r><w:t>حق</w:t></w:r></w:dir>', 'حق'],
    ['directions in each other', '<w:dir><w:bdo><w:r><w:t>a</w:t></w:r></w:bdo></w:dir>', 'a'],
    ['a field in one element', `<w:fldSimple w:instr=" PAGE ">${run('7')}</w:fldSimple>`, '7'],
    [
      'a link in one element',
      `<w:fldSimple w:instr=' HYPERLINK "https://example.com/" '>${run('here')}</w:fldSimple>`,
      '[here](https://example.com/)',
    ],
    [
      'a text with its reading',
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`,
      '東京(とうきょう)',
    ],
    ['a carriage return', '<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t></w:r>', 'a  \nb'],
    [
      'a text about the properties of texts',
      '<w:r><w:rPr><w:b/><w:lang w:val="en"/></w:rPr><w:t><![CDATA[<w:sz w:val="1"/>]]></w:t></w:r>',
      '**\\<w:sz w:val="1"/>**',
    ],
    [
      'emphasis among properties of looks',
      '<w:r w:rsidR="00A"><w:rPr><w:b/><w:color w:val="0"/><w:i/></w:rPr><w:t> w:rsidR="00A"</w:t></w:r>',
      '**_w:rsidR="00A"_**',
    ],
    ['a tab at a place', '<w:r><w:t>a</w:t><w:ptab w:alignment="right"/><w:t>b</w:t></w:r>', 'a b'],
  ])('%s', async (_what, content, expected) => {
    const { markdown, warnings } = await readWord({ body: `<w:p>${content}</w:p>` })
    expect(markdown).toBe(expected)
    expect(warnings).toEqual([])
  })

  it.each(['oval', 'polyline', 'rect', 'shape'])('the text box of the VML shape %s', async (shape) => {
    const { markdown } = await readWord({ body: `<w:p><w:r>${vmlBox(shape, 'inside')}</w:r></w:p>` })
    expect(markdown).toBe('inside')
  })

  it('a text box in DrawingML, once where it is in VML as well', async () => {
    const both = `<mc:AlternateContent ${COMPATIBLE}><mc:Choice Requires="wps">${drawnBox('both')}</mc:Choice>
      <mc:Fallback>${vmlBox('rect', 'both')}</mc:Fallback></mc:AlternateContent>`
    const { markdown } = await readWord({
      body: `<w:p><w:r>${drawnBox('alone')}</w:r></w:p><w:p><w:r>${both}</w:r></w:p>`,
    })
    expect(markdown).toBe('alone\n\nboth')
  })

  it('all text boxes of a drawing, in their order', async () => {
    const boxes = ['one', 'two', 'three'].map((text) => `<wps:txbx>${box(text)}</wps:txbx>`).join('')
    const { markdown } = await readWord({
      body: `<w:p><w:r><w:drawing><wps:wsp ${SHAPE}>${boxes}</wps:wsp></w:drawing></w:r></w:p>`,
    })
    expect(markdown).toBe('one\n\ntwo\n\nthree')
  })

  it('a text box in DrawingML beside another form without it', async () => {
    const choice = `<mc:AlternateContent ${COMPATIBLE}><mc:Choice Requires="wps">${drawnBox('drawn')}</mc:Choice>
      <mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent>`
    const { markdown } = await readWord({ body: `<w:p><w:r>${choice}</w:r></w:p>` })
    expect(markdown).toBe('drawn')
  })

  it('all bodies of a document that has several', async () => {
    const { markdown } = await readWord({ body: `${paragraph('one')}</w:body><w:body>${paragraph('two')}` })
    expect(markdown).toBe('one\n\ntwo')
  })
})
