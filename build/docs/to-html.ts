import { Marked, type Tokens } from 'marked'
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
  const headings: Heading[] = []
  const taken = new Set<string>()
  const marked = new Marked({
    gfm: true,
    // Only what is written as a link is one: a tool's sentence may have an address as an example.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens)
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = freeId(text, taken)
        headings.push({ id, text, depth })
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n')
        // What scrolls must be reached by the keyboard too.
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`
      },
      code({ text, lang }: Tokens.Code): string {
        // Behind the language, a sample has a label (samples.ts); docs.js makes tabs of samples that follow each other.
        const [language = '', label] = (lang ?? '').split(' ')
        const name = escapeHtml(label ?? (language === '' ? 'Text' : language))
        const block = `<pre tabindex="0" role="group" aria-label="${name}"><code>${colouredCode(text, language)}</code></pre>`
        return label === undefined ? `${block}\n` : `<div class="sample"><p>${name}</p>${block}</div>\n`
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        return escapeHtml(text)
      },
    },
  })
  return { html: marked.parse(markdown, { async: false }), headings }
}

function freeId(text: string, taken: Set<string>): string {
  const plain = text.replace(/&\w+;/g, '')
  const base =
    plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part'
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}
