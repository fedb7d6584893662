/** How a text looks, by properties without children that nothing here reads. They are half of what Word writes. */
const LOOKS = new RegExp(
  `<w:(?:${[
    'adjustRightInd|autoSpaceD[EN]|color|contextualSpacing|kern|lang|noProof|rFonts|shd|snapToGrid|spacing|sz|szCs|w',
    'ind|jc|keepLines|keepNext|lastRenderedPageBreak|proofErr|textAlignment|webHidden|widowControl',
    'bottom|cantSplit|insideH|insideV|left|right|tblInd|tblLayout|tblW|tcW|top|trHeight|vAlign',
  ].join('|')})(?: [^<>]*)?/>`,
  'g',
)
/** The points of drawn shapes: LibreOffice writes 100,000 for one clip art. */
const POINTS = /<a:pt [^<>]*\/>/g
/** What is empty without them. */
const EMPTY =
  /<(w:(?:pBdr|tblBorders|tblCellMar|tcBorders|tcMar)|a:(?:cubicBezTo|lnTo|moveTo|quadBezTo))>\s*<\/\1>/g
const WITH_REVISION = /<w:(?:p|r|tr) [^<>]*>/g
/** In which of Word's sessions something was written. */
const REVISION = / w:rsid\w*="[^"]*"/g

const SECTION = '<![CDATA['
const SECTION_END = ']]>'

/**
 * The XML of a part without what has no say in its text, so that a large document is read in half the time, and with
 * sections of characters as text, since mammoth passes them over. Prefixes other than Word's stay as they are.
 */
export function leanXml(xml: string): string {
  return withoutSections(xml)
    .replace(LOOKS, '')
    .replace(POINTS, '')
    .replace(EMPTY, '')
    .replace(WITH_REVISION, (tag) => tag.replace(REVISION, ''))
}

function withoutSections(xml: string): string {
  const [before = '', ...sections] = xml.split(SECTION)
  const texts = sections.map((section) => {
    const end = section.indexOf(SECTION_END)
    // The parser says what is wrong with a section without an end.
    if (end === -1) return SECTION + section
    const text = section
      .slice(0, end)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    return text + section.slice(end + SECTION_END.length)
  })
  return before + texts.join('')
}
