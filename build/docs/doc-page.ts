/** The parts of the manual, in the order in which its menu shows them. */
export const SECTIONS = ['Start', 'Guides', 'API', 'Errors', 'Tools', 'CLI', 'Operations'] as const

/** A page of the manual. */
export interface DocPage {
  /** Its address below `/docs/`, such as `tools/crypto-uuid`; empty for the first page. */
  readonly path: string
  readonly title: string
  /** A sentence for lists of pages; as in a page's Markdown, names may be in backticks. */
  readonly summary: string
  readonly section: (typeof SECTIONS)[number]
  /** A heading above it in its part's list of pages; null for none. */
  readonly group: string | null
  /** More words by which one finds it. */
  readonly words?: readonly string[]
  /** Without the title, which is written above it. */
  readonly markdown: string
  /** What is beside it on a wide screen, and below it else. */
  readonly aside?: string
}

/** Where a page is: its address on the gateway. */
export function addressOf({ path }: Pick<DocPage, 'path'>): string {
  return path === '' ? '/docs/' : `/docs/${path}`
}

/** A text in Markdown, as it is but for names in backticks, which stay code. */
export function escaped(text: string): string {
  return text
    .split(/(`[^`|]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\`*_[\]<>|#]/g, '\\$&')))
    .join('')
}

/** A sentence of Markdown as plain text: without backticks, emphasis and the addresses of links. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
}

/** A block of code. @param language its name for readers and tests, such as `bash` */
export function codeBlock(language: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`
}

/** A table of Markdown. Cells are Markdown without line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ')).join(' | ')} |`)
    .join('\n')
}
