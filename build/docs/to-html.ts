import Parser, { type MarkdownIt, type Token } from 'markdown-it'
import { colouredCode } from './code-colours.ts'
import { escapeHtml } from './escape-html.ts'

/** A heading of a page, for its list of contents. */
export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/** A page's Markdown as HTML. */
export interface Html {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Turns the Markdown of a page into HTML, with an id for each heading. It is our own text, and may have no HTML. */
export function toHtml(markdown: string): Html {
  // Only what is written as a link is one: a tool's sentence may have an address as an example.
  const parser = new Parser('commonmark', { html: false }).enable(['table', 'strikethrough'])
  const { rules } = parser.renderer
  // What scrolls must be reached by the keyboard too.
  rules.table_open = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.fence = rules.code_block = (tokens, at) => sample(tokens[at]!)
  const tokens = parser.parse(markdown, {})
  const headings = linkedHeadings(tokens, parser)
  return { html: parser.renderer.render(tokens, parser.options), headings }
}

/** Gives the headings ids and links to themselves, and lists them. */
function linkedHeadings(tokens: readonly Token[], parser: MarkdownIt): Heading[] {
  const headings: Heading[] = []
  const taken = new Set<string>()
  for (const [at, opening] of tokens.entries()) {
    const inline = tokens[at + 1]
    if (opening.type !== 'heading_open' || !inline?.children) continue
    const text = parser.renderer.renderInlineAsText(inline.children, parser.options, {})
    const id = freeId(text, taken)
    headings.push({ id, text, depth: Number(opening.tag.slice(1)) })
    opening.attrSet('id', id)
    const open = new Parser.Token('link_open', 'a', 1)
    open.attrSet('href', `#${id}`)
    inline.children = [open, ...inline.children, new Parser.Token('link_close', 'a', -1)]
  }
  return headings
}

/** A sample of code. Behind the language it may have a label (samples.ts), of which docs.js makes tabs. */
function sample({ content, info }: Pick<Token, 'content' | 'info'>): string {
  const [language = '', label] = info.trim().split(' ')
  const name = escapeHtml(label ?? (language === '' ? 'Text' : language))
  const code = colouredCode(content.replace(/\n$/, ''), language)
  const html = `<pre tabindex="0" role="group" aria-label="${name}"><code>${code}</code></pre>`
  return label === undefined ? `${html}\n` : `<div class="sample"><p>${name}</p>${html}</div>\n`
}

function freeId(text: string, taken: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part'
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}
