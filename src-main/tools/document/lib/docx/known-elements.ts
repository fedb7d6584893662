import {
  closestElement,
  closestWord,
  elementsByName,
  isWord,
  likeElement,
  runOf,
  valueOf,
  wordChild,
} from './word-xml.ts'

/** The direction of a text, and no change to what it says (ECMA-376, 17.3.2.3 and 17.3.2.8). */
const DIRECTIONS = ['bdo', 'dir']
/** A break and a tab under other names. */
const SAME_AS = [
  ['cr', 'br'],
  ['ptab', 'tab'],
] as const
/** Shapes of VML that may have a text box, and that mammoth does not look into. */
const SHAPES = ['oval', 'line', 'polyline', 'curve', 'arc', 'image']
const WORDS = ['body', ...DIRECTIONS, 'fldSimple', 'ruby', ...SAME_AS.map(([name]) => name), 'txbxContent']
const VML = 'urn:schemas-microsoft-com:vml'

/** Writes what mammoth ignores in a part of a document, with all that it contains, as what it reads. */
export function toKnownElements(document: Document): void {
  const found = elementsByName(document, [...WORDS, ...SHAPES])
  const words = (name: string): Element[] => found(name).filter((each) => isWord(each))
  joinBodies(words('body'))
  for (const name of DIRECTIONS) words(name).forEach(unwrap)
  words('fldSimple').forEach(writeField)
  words('ruby').forEach(writeRuby)
  for (const [name, other] of SAME_AS)
    for (const each of words(name))
      // `ptab` is also a property, of paragraphs.
      if (closestWord(each, 'r')) each.parentNode?.replaceChild(likeElement(each, other), each)
  for (const name of SHAPES)
    for (const shape of found(name)) if (shape.namespaceURI === VML) rename(shape, 'rect')
  showTextBoxes(words('txbxContent'))
}

/** Programs have written documents with several bodies; Word allows one. */
function joinBodies(bodies: readonly Element[]): void {
  const [first, ...others] = bodies.filter((body) => body.parentNode === body.ownerDocument.documentElement)
  for (const body of others) moveChildren(body, first!, null)
}

/** ECMA-376, 17.16.19: a field in one element, whose result is in it. */
function writeField(field: Element): void {
  const parent = field.parentNode!
  const mark = (type: string): Element => {
    const run = likeElement(field, 'r')
    run.appendChild(likeElement(field, 'fldChar', { fldCharType: type }))
    return run
  }
  const code = likeElement(field, 'r')
  const instruction = likeElement(field, 'instrText')
  instruction.appendChild(field.ownerDocument.createTextNode(valueOf(field, 'instr') ?? ''))
  code.appendChild(instruction)
  for (const run of [mark('begin'), code, mark('separate')]) parent.insertBefore(run, field)
  moveChildren(field, parent, field)
  parent.replaceChild(mark('end'), field)
}

/** ECMA-376, 17.3.3.25: a text and how it is read, which HTML puts in parentheses where it cannot be shown above. */
function writeRuby(ruby: Element): void {
  const run = closestWord(ruby, 'r')
  const parent = run?.parentNode
  if (!parent) return
  const base = wordChild(ruby, 'rubyBase')
  const reading = wordChild(ruby, 'rt')
  if (base) moveChildren(base, parent, run)
  if (reading?.textContent) {
    parent.insertBefore(runOf(run, '('), run)
    moveChildren(reading, parent, run)
    parent.insertBefore(runOf(run, ')'), run)
  }
  ruby.parentNode?.removeChild(ruby)
}

/** Text boxes in DrawingML alone. Most have the same in VML beside them, which is what mammoth reads. */
function showTextBoxes(texts: readonly Element[]): void {
  const inVml = new Set(texts.filter((text) => closestWord(text, 'pict')).map(choiceAround))
  // From the last one on, since each is put right behind its drawing.
  for (const text of texts.toReversed()) {
    const drawing = closestWord(text, 'drawing')
    const choice = drawing && choiceAround(drawing)
    const place = choice ?? drawing
    if (!drawing || !place?.parentNode || (choice && inVml.has(choice))) continue
    const picture = likeElement(drawing, 'pict')
    picture.appendChild(text)
    place.parentNode.insertBefore(picture, place.nextSibling)
  }
}

/** The element with several forms of one content that a form is in. */
function choiceAround(form: Element): Element | null {
  return closestElement(form, (each) => each.localName === 'AlternateContent')
}

function unwrap(element: Element): void {
  const parent = element.parentNode
  if (!parent) return
  moveChildren(element, parent, element)
  parent.removeChild(element)
}

function rename(element: Element, name: string): void {
  const prefix = element.prefix ? `${element.prefix}:` : ''
  const made = element.ownerDocument.createElementNS(element.namespaceURI, prefix + name)
  moveChildren(element, made, null)
  element.parentNode?.replaceChild(made, element)
}

function moveChildren(from: Node, to: Node, before: Node | null): void {
  for (const child of Array.from(from.childNodes)) to.insertBefore(child, before)
}
