// The rules of mammoth's style map: the first that fits a paragraph or a run decides. The names are those that Word,
// LibreOffice and pandoc give to their own styles.

const DEEPEST_LIST = 9
/** Markdown has headings of six levels. */
const DEEPEST_HEADING = 6

const HEADINGS = [
  "p[style-name='Title'] => h1:fresh",
  ...Array.from({ length: 9 }, (_, at) => {
    const tag = `h${Math.min(at + 1, DEEPEST_HEADING)}`
    return ['heading', 'Heading'].map((name) => `p[style-name='${name} ${at + 1}'] => ${tag}:fresh`)
  }).flat(),
]

const KINDS = [
  ['unordered', 'ul'],
  ['ordered', 'ol'],
] as const

/** Styles that move their paragraphs in instead of having a level of their own. */
const MOVED_IN = [2, 3, 4, 5].flatMap((level) =>
  KINDS.map(([kind, tag]) => {
    const name = kind === 'ordered' ? 'List Number' : 'List Bullet'
    return `p[style-name='${name} ${level}']:${kind}-list(1) => ${itemAt(level, tag)}`
  }),
)

const LISTS = Array.from({ length: DEEPEST_LIST }, (_, at) =>
  KINDS.map(([kind, tag]) => `p:${kind}-list(${at + 1}) => ${itemAt(at + 1, tag)}`),
).flat()

function itemAt(level: number, tag: string): string {
  return `${'ul|ol > li > '.repeat(level - 1)}${tag} > li:fresh`
}

const QUOTES = ['Quote', 'Intense Quote', 'Quotations', 'Block Text'].map(
  (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
)
const CODE = [
  ...['Source Code', 'HTML Preformatted', 'Preformatted Text'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  ...['Verbatim Char', 'HTML Code', 'Source Text'].map((name) => `r[style-name='${name}'] => code`),
]
const PLAIN = [
  ...['Body Text', 'Body Text 2', 'Body Text 3', 'Text body', 'First Paragraph', 'Compact', 'No Spacing'],
  ...['Subtitle', 'Caption', 'caption', 'List Paragraph', 'List', 'List Continue', 'TOC Heading'],
  ...[2, 3, 4, 5].map((level) => `List Continue ${level}`),
  ...Array.from({ length: 9 }, (_, at) => `toc ${at + 1}`),
].map((name) => `p[style-name='${name}'] => p:fresh`)

/** How paragraphs and runs become elements; what is in none of these is left to mammoth's own map. */
export const STYLE_MAP: readonly string[] = [
  ...HEADINGS,
  ...MOVED_IN,
  ...LISTS,
  ...QUOTES,
  ...CODE,
  ...PLAIN,
]
