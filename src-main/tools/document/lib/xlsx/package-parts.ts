import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { readXml } from './xml-events.ts'

/** A relationship from one part of a package to another. */
export interface PartLink {
  readonly id: string
  /** The last word of its type, such as `worksheet`; the strict and the transitional form share it. */
  readonly type: string
  /** The name of the part that it leads to. */
  readonly target: string
}

/** The parts of an Office file (ECMA-376 part 2): found by name, whatever its case, and by their relationships. */
export class PackageParts {
  readonly #byName: ReadonlyMap<string, Buffer>

  constructor(parts: ReadonlyMap<string, Buffer>) {
    this.#byName = new Map([...parts].map(([name, content]) => [keyOf(name), content]))
  }

  has(name: string): boolean {
    return this.#byName.has(keyOf(name))
  }

  /** @returns the text of a part, without a byte order mark; undefined if the package has no such part */
  textOf(name: string): string | undefined {
    const content = this.#byName.get(keyOf(name))
    return content && new TextDecoder(encodingOf(content)).decode(content)
  }

  /**
   * @param from the name of a part; the empty text for the package itself
   * @throws InvalidInput when the list of its relationships is not XML
   */
  linksOf(from: string): PartLink[] {
    const cut = from.lastIndexOf('/') + 1
    const list = `${from.slice(0, cut)}_rels/${from.slice(cut)}.rels`
    const links: PartLink[] = []
    readXml(list, this.textOf(list) ?? '', {
      open: (element, { Id = '', Type = '', Target = '', TargetMode }) => {
        const target = TargetMode === 'External' ? null : URL.parse(Target, `part:///${from.slice(0, cut)}`)
        if (element === 'Relationship' && target)
          links.push({
            id: Id,
            type: Type.slice(Type.lastIndexOf('/') + 1),
            target: decoded(target.pathname.slice(1)),
          })
      },
    })
    return links
  }

  /**
   * The part that the whole file is about.
   * @throws InvalidInput when it is not a spreadsheet in XML, with the kind of file that it is
   */
  workbook(): string {
    const link = this.linksOf('').find(({ type }) => type === 'officeDocument')
    const name = link?.target ?? 'xl/workbook.xml'
    if (this.has(name) && /\.xml$/i.test(name) && !/document\.xml$|presentation\.xml$/i.test(name))
      return name
    const [kind, advice] = OTHER_FILES.find(([, , mark]) => this.has(mark)) ?? [
      'a ZIP archive, but not a spreadsheet',
      'send an XLSX file',
    ]
    throw new InvalidInput('xlsx', `This is ${kind}; ${advice}`)
  }
}

const OTHER_FILES: readonly (readonly [kind: string, advice: string, mark: string])[] = [
  ['a binary workbook (XLSB)', 'save it as XLSX', 'xl/workbook.bin'],
  ['an OpenDocument file', 'save it as XLSX', 'META-INF/manifest.xml'],
  ['a Numbers document', 'export it as XLSX', 'Index/Document.iwa'],
  ['a Word document', 'send it to doc-docx-to-markdown', 'word/document.xml'],
  ['a presentation', 'send an XLSX file', 'ppt/presentation.xml'],
]

// Names are equal whatever their case (part 2, 6.3.5).
function keyOf(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase()
}

function encodingOf(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  return content[0] === 0xfe && content[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
