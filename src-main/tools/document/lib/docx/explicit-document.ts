import { latexOf } from './formula-latex.ts'
import { toKnownElements } from './known-elements.ts'
import { ListNumbers, type ListPlace } from './list-numbers.ts'
import { DISPLAYED, FORMULA, FORMULA_END, NUMBER, NUMBER_END, withoutMarks } from './text-marks.ts'
import {
  childrenOf,
  closestWord,
  elementsByName,
  isMath,
  isOn,
  isWord,
  likeElement,
  parseXml,
  runOf,
  valueOf,
  wordChild,
  wordElements,
  writeXml,
} from './word-xml.ts'
import { leanXml } from './lean-xml.ts'

type Parts = ReadonlyMap<string, Buffer>

/** Parts whose text is read; mammoth puts notes behind the document. */
const WITH_TEXT = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/
const HEADER = /^word\/(?:header|footer)\d*\.xml$/
/** Word itself goes no further up. */
const MOST_ANCESTORS = 12
const HEADING = /^heading [1-9]$/i

interface Style {
  readonly name: string
  readonly list: { readonly id: string; readonly level: number | null } | null
  readonly isHidden: boolean
}

/** The parts with all written out that mammoth does not look at, and what was left out of them. */
export interface ExplicitParts {
  readonly parts: Parts
  readonly notes: readonly string[]
}

/**
 * Writes out in the text of a document what a reader sees and mammoth passes over: formulas as LaTeX, the numbers of
 * lists and headings, and which row heads a table. Takes away what a reader does not see: hidden text.
 * @throws Error when a part is not well-formed XML
 */
export function explicitParts(parts: Parts): ExplicitParts {
  const xmlOf = (name: string) => {
    const part = parts.get(name)
    return part ? parseXml(leanXml(withoutMarks(part.toString('utf8')))) : null
  }
  const styles = stylesOf(xmlOf('word/styles.xml'))
  const numbers = new ListNumbers(xmlOf('word/numbering.xml'))
  let hidden = 0
  const explicit = new Map(parts)
  for (const name of [...parts.keys()].filter((each) => WITH_TEXT.test(each)).toSorted()) {
    const document = xmlOf(name)!
    toKnownElements(document)
    hidden += removeHidden(document, styles)
    writeFormulas(document)
    for (const paragraph of wordElements(document, 'p')) writeNumber(paragraph, styles, numbers)
    const marked = elementsByName(document, ['dstrike', 'tbl'])
    for (const struck of marked('dstrike'))
      struck.parentNode?.replaceChild(likeElement(struck, 'strike', valuesOf(struck)), struck)
    for (const table of marked('tbl')) markHeading(table)
    explicit.set(name, Buffer.from(writeXml(document)))
  }
  const hasHeader = [...parts].some(
    ([name, part]) => HEADER.test(name) && /<w:t[ >]/.test(part.toString('utf8')),
  )
  const notes = [
    ...(hidden > 0 ? ['Hidden text was left out'] : []),
    ...(hasHeader ? ['Headers and footers were left out'] : []),
  ]
  return { parts: explicit, notes }
}

function stylesOf(document: Document | null): ReadonlyMap<string, Style> {
  const elements = document ? wordElements(document, 'style') : []
  const byId = new Map(elements.map((each) => [valueOf(each, 'styleId') ?? '', each]))
  return new Map([...byId].map(([id, each]) => [id, styleOf(each, byId)]))
}

function styleOf(element: Element, byId: ReadonlyMap<string, Element>): Style {
  // A style has what the one that it is based on has.
  const chain = new Set<Element>()
  const next = (of: Element) => byId.get(valueOf(wordChild(of, 'basedOn')) ?? '')
  for (
    let at: Element | undefined = element;
    at && !chain.has(at) && chain.size < MOST_ANCESTORS;
    at = next(at)
  )
    chain.add(at)
  const numbered = [...chain].map((each) => wordChild(wordChild(each, 'pPr'), 'numPr')).find(Boolean)
  const vanish = [...chain].map((each) => wordChild(wordChild(each, 'rPr'), 'vanish')).find(Boolean)
  const id = valueOf(wordChild(numbered, 'numId'))
  const level = valueOf(wordChild(numbered, 'ilvl'))
  return {
    name: valueOf(wordChild(element, 'name')) ?? '',
    list: id === null ? null : { id, level: level === null ? null : Number(level) },
    isHidden: isOn(vanish),
  }
}

function removeHidden(document: Document, styles: ReadonlyMap<string, Style>): number {
  const hidden = wordElements(document, 'r').filter((run) => {
    const properties = wordChild(run, 'rPr')
    const own = wordChild(properties, 'vanish')
    const style = styles.get(valueOf(wordChild(properties, 'rStyle')) ?? '')
    const isHidden = own ? isOn(own) : (style?.isHidden ?? false)
    // A field, such as a table of contents, hides what it is made of.
    return isHidden && childrenOf(run).some((child) => isWord(child, 't'))
  })
  for (const run of hidden) run.parentNode?.removeChild(run)
  return hidden.length
}

function writeFormulas(document: Document): void {
  const found = elementsByName(document, ['oMath', 'oMathPara'])
  const formulas = found('oMath').filter((each) => isMath(each, 'oMath'))
  for (const formula of formulas) {
    const parent = formula.parentNode
    const paragraph = parent && closestWord(parent, 'p')
    if (!paragraph) continue
    const isDisplayed = /(?:^|:)oMathPara$/.test(parent.nodeName)
    const run = runOf(paragraph, `${isDisplayed ? DISPLAYED : FORMULA}${latexOf(formula)}${FORMULA_END}`)
    if (isDisplayed) parent.parentNode?.insertBefore(run, parent)
    else parent.replaceChild(run, formula)
  }
  // What is in no paragraph stays, so that mammoth says that it leaves it out.
  for (const group of found('oMathPara')) if (closestWord(group, 'p')) group.parentNode?.removeChild(group)
}

function writeNumber(paragraph: Element, styles: ReadonlyMap<string, Style>, numbers: ListNumbers): void {
  const properties = wordChild(paragraph, 'pPr')
  const styleId = valueOf(wordChild(properties, 'pStyle')) ?? ''
  const style = styles.get(styleId)
  const place = placeOf(wordChild(properties, 'numPr'), styleId, style, numbers)
  const shown = place && numbers.count(place)
  if (!place || !shown) return
  const isHeading = HEADING.test(style?.name ?? '')
  if (!isHeading) setPlace(paragraph, shown.format === 'none' ? null : place)
  if (shown.format === 'none' || shown.format === 'bullet') return
  const text = isHeading ? `${shown.label} ` : `${NUMBER}${shown.number}${NUMBER_END}`
  paragraph.insertBefore(
    runOf(paragraph, text),
    wordChild(paragraph, 'pPr')?.nextSibling ?? paragraph.firstChild,
  )
}

function placeOf(
  own: Element | undefined,
  styleId: string,
  style: Style | undefined,
  numbers: ListNumbers,
): ListPlace | null {
  const list = valueOf(wordChild(own, 'numId')) ?? style?.list?.id
  // A list of 0 takes away the one of the style.
  if (list === undefined || list === '0') return null
  const level =
    valueOf(wordChild(own, 'ilvl')) ?? style?.list?.level ?? numbers.levelOfStyle(list, styleId) ?? 0
  return { list, level: Number(level) }
}

function setPlace(paragraph: Element, place: ListPlace | null): void {
  let properties = wordChild(paragraph, 'pPr')
  if (!properties) {
    properties = likeElement(paragraph, 'pPr')
    paragraph.insertBefore(properties, paragraph.firstChild)
  }
  const old = wordChild(properties, 'numPr')
  if (old) properties.removeChild(old)
  const made = likeElement(paragraph, 'numPr')
  made.appendChild(likeElement(paragraph, 'ilvl', { val: String(place?.level ?? 0) }))
  made.appendChild(likeElement(paragraph, 'numId', { val: place?.list ?? '0' }))
  properties.appendChild(made)
}

/** ECMA-376, 17.4.55: the bit of `tblLook` that gives the first row the look of a heading. */
const FIRST_ROW = 0x20

function markHeading(table: Element): void {
  const look = wordChild(wordChild(table, 'tblPr'), 'tblLook')
  const flag = valueOf(look, 'firstRow')
  const isHeaded =
    flag === null
      ? (parseInt(valueOf(look) ?? '0', 16) & FIRST_ROW) !== 0
      : ['1', 'true', 'on'].includes(flag)
  const rows = childrenOf(table).filter((child) => isWord(child, 'tr'))
  const isMarked = rows.some((row) => wordChild(wordChild(row, 'trPr'), 'tblHeader'))
  if (!isHeaded || isMarked || rows.length < 2) return
  const [first] = rows
  let properties = wordChild(first, 'trPr')
  if (!properties) {
    properties = likeElement(first!, 'trPr')
    first!.insertBefore(properties, first!.firstChild)
  }
  properties.appendChild(likeElement(first!, 'tblHeader'))
}

function valuesOf(element: Element): Record<string, string> {
  const value = valueOf(element)
  return value === null ? {} : { val: value }
}
