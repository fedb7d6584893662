import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

/** A page with labels, and annotations written following ISO 32000-1, 12.5.6 and 12.7.4. */
function page(
  labels: readonly (readonly [text: string, x: number, y: number])[],
  ...annotations: string[]
): Buffer {
  const content = labels.map(([text, x, y]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')
  const objects = annotations.map((annotation, at) => `${at + 10} 0 obj <<${annotation}>> endobj`)
  const references = annotations.map((_, at) => `${at + 10} 0 R`).join(' ')
  return Buffer.from(`%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm <</Fields[${references}]/DR <</Font <</F1 5 0 R>>>>>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${references}]>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
${objects.join('\n')}
trailer <</Root 1 0 R>>
%%EOF
`)
}

const field = (name: string, rect: string, rest: string): string =>
  `/Type/Annot/Subtype/Widget/T(${name})/Rect[${rect}]/F 4/DA(/F1 12 Tf)${rest}`

interface Answer {
  pages: { text: string }[]
  fields?: unknown[]
  comments?: unknown[]
}

// The output schema, which runTool has just applied, is what says that it has this shape.
const read = async (file: Buffer): Promise<Answer> =>
  (await runTool('doc-pdf-to-text', { pdf: file.toString('base64') })) as Answer

describe('a form in a PDF', () => {
  it('has what was filled in beside its labels, and as fields', async () => {
    const { pages, fields } = await read(
      page(
        [
          ['Name', 20, 300],
          ['Town', 220, 300],
          ['Remarks', 20, 260],
          ['Tea', 40, 200],
          ['Coffee', 140, 200],
          ['End', 20, 100],
        ],
        field('name', '60 296 200 312', '/FT/Tx/V(Ada)'),
        field('town', '260 296 400 312', '/FT/Tx/V(Paris)'),
        field('remarks', '20 230 300 254', '/FT/Tx/Ff 4096/V(none at all)'),
        field('tea', '20 198 32 210', '/FT/Btn/V/Off/AS/Off/AP<</N<</Yes null/Off null>>>>'),
        field('coffee', '120 198 132 210', '/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>'),
        field('size', '300 198 380 210', '/FT/Ch/Ff 131072/V(l)/Opt[[(s)(Small)][(l)(Large)]]'),
        field('empty', '300 150 380 162', '/FT/Tx'),
      ),
    )
    expect(pages[0]!.text).toBe('Name Ada Town Paris\nRemarks\nnone at all\nTea [x] Coffee Large\nEnd')
    expect(fields).toEqual([
      { page: 1, name: 'name', value: 'Ada' },
      { page: 1, name: 'town', value: 'Paris' },
      { page: 1, name: 'remarks', value: 'none at all' },
      { page: 1, name: 'tea', value: false },
      { page: 1, name: 'coffee', value: true },
      { page: 1, name: 'size', value: 'Large' },
      { page: 1, name: 'empty', value: '' },
    ])
  })

  it('has equal values that are beside one label', async () => {
    const { pages } = await read(
      page(
        [
          ['Count', 20, 300],
          ['Both', 60, 200],
        ],
        field('one', '60 296 90 312', '/FT/Tx/V(5)'),
        field('two', '100 296 130 312', '/FT/Tx/V(5)'),
        field('tea', '20 198 32 210', '/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>'),
        field('milk', '40 198 52 210', '/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>'),
      ),
    )
    expect(pages[0]!.text).toBe('Count 5 5\n[x] [x] Both')
  })

  it('has one value for the buttons of a group', async () => {
    const button = (value: string, x: number): string =>
      `/Type/Annot/Subtype/Widget/Parent 12 0 R/Rect[${x} 198 ${x + 12} 210]/F 4/AS/${value === 'b' ? value : 'Off'}/AP<</N<</${value} null/Off null>>>>`
    const { pages, fields } = await read(
      page(
        [
          ['First', 40, 200],
          ['Second', 140, 200],
        ],
        button('a', 20),
        button('b', 120),
        '/FT/Btn/Ff 49152/T(choice)/V/b/Kids[10 0 R 11 0 R]',
      ),
    )
    expect(pages[0]!.text).toBe('First [x] Second')
    expect(fields).toEqual([{ page: 1, name: 'choice', value: 'b' }])
  })

  it('is refused with more fields than can be told', async () => {
    const fields = Array.from({ length: 2_001 }, (_, at) => field(`f${at}`, '20 20 40 40', '/FT/Tx/V(x)'))
    await expect(read(page([['Many', 20, 300]], ...fields))).rejects.toMatchObject({
      path: 'max_pages',
      message: expect.stringContaining('more than 2000 fields'),
    })
  })

  it('has nothing that is hidden', async () => {
    const { pages, fields } = await read(
      page(
        [['Seen', 20, 200]],
        field('hidden', '60 196 90 212', '/FT/Tx/V(Hidden)').replace('/F 4', '/F 2'),
        field('unseen', '60 196 90 212', '/FT/Tx/V(Unseen)').replace('/F 4', '/F 32'),
      ),
    )
    expect(pages[0]!.text).toBe('Seen')
    expect(fields).toBeUndefined()
  })
})

describe('what was written upon a PDF', () => {
  it('is text where it lies on the page, and a comment where it opens', async () => {
    const { pages, comments } = await read(
      page(
        [
          ['Seen by', 20, 200],
          ['Last line', 20, 100],
        ],
        '/Type/Annot/Subtype/FreeText/Rect[80 196 200 212]/F 4/Contents(Grace)/DA(/F1 12 Tf)',
        '/Type/Annot/Subtype/Text/Rect[300 196 320 212]/F 4/Contents( Check this )/T(Alan)',
        '/Type/Annot/Subtype/Highlight/Rect[20 96 90 112]/QuadPoints[20 112 90 112 20 96 90 96]/F 4/Contents(Why?)',
        '/Type/Annot/Subtype/Popup/Rect[300 96 320 112]/Parent 11 0 R',
      ),
    )
    expect(pages[0]!.text).toBe('Seen by Grace\nLast line')
    expect(comments).toEqual([
      { page: 1, author: 'Alan', text: 'Check this' },
      { page: 1, author: null, text: 'Why?' },
    ])
  })
})
