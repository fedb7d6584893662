import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/** GFM 6.9: where `www.` may begin an address, apart from the beginning of a text. */
const BEFORE_WWW = /[\s*_~(]/
/** CommonMark's texts, up to the next character that may mean something, but that end where `www.` follows. */
const PLAIN_TEXT = /(?:[^\n!#$%&*+\-:<=>@[\\\]^_`{}~\s(]|(?!\n)[\s(](?!www\.))+/y
const SCHEME = /(?<![a-z])https?$/i
const LONGEST_SCHEME = 'https'.length + 1
/** GFM 6.9: labels of letters, digits, hyphens and underscores, parted by dots. */
const DOMAIN = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/uy
const ADDRESS_END = /[\s<]/g
/** GFM 6.9: an e-mail address, which ends in a letter and goes on with nothing that could be a part of it. */
const EMAIL =
  /(?:(?<![a-z])mailto:)?(?<![a-z\d.+_-])[a-z\d.+_-]+@[a-z\d_-]+(?:\.[a-z\d][a-z\d_-]*)+(?<=[a-z])(?![a-z\d_@-]|\.[a-z\d])/gi

/** GFM 6.9: bare addresses of the web and of e-mail are links. */
export function useAutolinks(parser: MarkdownIt): void {
  parser.inline.ruler.at('text', readText)
  // The parser looks for the end of a link's text in silence; there an address would run over it.
  parser.inline.ruler.before('text', 'www', (state, silent) => {
    const { src, pos } = state
    if (silent || !src.startsWith('www.', pos) || (pos > 0 && !BEFORE_WWW.test(src[pos - 1] ?? '')))
      return false
    return readAddress(state, { from: pos, host: pos, prefix: 'http://', dots: true })
  })
  parser.inline.ruler.before('text', 'web_address', (state, silent) => {
    const { src, pos } = state
    if (silent || !src.startsWith('://', pos)) return false
    const [scheme] = SCHEME.exec(src.slice(Math.max(0, pos - LONGEST_SCHEME), pos)) ?? []
    if (scheme === undefined || !state.pending.endsWith(scheme)) return false
    const from = pos - scheme.length
    return readAddress(state, { from, host: pos + '://'.length, prefix: '', dots: false })
  })
  parser.core.ruler.before('text_join', 'email_addresses', ({ tokens, Token: Made }) => {
    for (const token of tokens) {
      if (token.children && token.content.includes('@')) token.children = withEmails(token.children, Made)
    }
  })
}

function readText(state: StateInline, silent: boolean): boolean {
  PLAIN_TEXT.lastIndex = state.pos
  if (!PLAIN_TEXT.test(state.src)) return false
  const end = Math.min(PLAIN_TEXT.lastIndex, state.posMax)
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}

interface Start {
  /** Where the link begins, and where its domain. */
  readonly from: number
  readonly host: number
  /** What the address lacks. */
  readonly prefix: string
  /** Whether the domain needs a dot. */
  readonly dots: boolean
}

function readAddress(state: StateInline, { from, host, prefix, dots }: Start): boolean {
  const { src, pos, posMax } = state
  DOMAIN.lastIndex = host
  const domain = DOMAIN.exec(src)?.[0] ?? ''
  ADDRESS_END.lastIndex = host
  const end = ADDRESS_END.exec(src)?.index ?? src.length
  const address = withoutEndMarks(inBrackets(src.slice(from, Math.min(end, posMax))))
  // An underscore at the end belongs to neither the address nor its domain.
  if (state.linkLevel > 0 || !isDomain(domain.slice(0, Math.max(0, from + address.length - host)), dots))
    return false
  state.pending = state.pending.slice(0, state.pending.length - (pos - from))
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', state.md.normalizeLink(prefix + address)]]
  state.push('text', '', 0).content = address
  state.push('link_close', 'a', -1)
  state.pos = from + address.length
  return true
}

/** An address up to a `]` that nothing in it opened, and that therefore ends what it lies in. */
function inBrackets(address: string): string {
  let depth = 0
  for (let at = 0; at < address.length; at++) {
    if (address[at] === '[') depth += 1
    if (address[at] === ']' && --depth < 0) return address.slice(0, at)
  }
  return address
}

/** GFM 6.9: no underscore in the last two labels. */
function isDomain(domain: string, dots: boolean): boolean {
  const labels = domain.split('.')
  return domain !== '' && (!dots || labels.length > 1) && !labels.slice(-2).join('').includes('_')
}

/** GFM 6.9: marks at the end, a bracket that nothing opened and what looks like a character reference are text. */
function withoutEndMarks(address: string): string {
  let depth = 0
  for (const sign of address) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
  let end = address.length
  for (;;) {
    const last = address[end - 1] ?? ''
    if (last === ')' && depth < 0) {
      depth += 1
      end -= 1
    } else if (last !== '' && '?!.,:*_~\'"'.includes(last)) {
      end -= 1
    } else if (last === ';') {
      const [reference = last] = /&[a-z\d]+;$/i.exec(address.slice(Math.max(0, end - 40), end)) ?? []
      end -= reference.length
    } else {
      return address.slice(0, end)
    }
  }
}

function withEmails(tokens: readonly Token[], Made: typeof Token): Token[] {
  let links = 0
  return joinedTexts(tokens).flatMap((token) => {
    if (opensLink(token)) links += 1
    if (closesLink(token)) links = Math.max(0, links - 1)
    return links > 0 || token.type !== 'text' ? [token] : partsOf(token, Made)
  })
}

/** Texts that follow each other as one, but apart from an escaped `@`, which is a part of no address. */
function joinedTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const before = joined.at(-1)
    if (token.type === 'text_special' && token.markup !== '\\@') token.type = 'text'
    if (token.type === 'text' && before?.type === 'text') before.content += token.content
    else joined.push(token)
  }
  return joined
}

function opensLink({ type, content }: Token): boolean {
  return type === 'link_open' || (type === 'html_inline' && /^<a[>\s]/i.test(content))
}

function closesLink({ type, content }: Token): boolean {
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content))
}

/** A text, and the e-mail addresses in it as links. */
function partsOf(text: Token, Made: typeof Token): Token[] {
  const made = (type: string, tag: string, nesting: -1 | 0 | 1, values: Partial<Token> = {}): Token =>
    Object.assign(new Made(type, tag, nesting), values)
  const parts: Token[] = []
  let from = 0
  for (const { 0: address, index } of text.content.matchAll(EMAIL)) {
    const href = /^mailto:/i.test(address) ? address : `mailto:${address}`
    parts.push(made('text', '', 0, { content: text.content.slice(from, index) }))
    parts.push(made('link_open', 'a', 1, { attrs: [['href', href]] }))
    parts.push(made('text', '', 0, { content: address }), made('link_close', 'a', -1))
    from = index + address.length
  }
  return from === 0 ? [text] : [...parts, made('text', '', 0, { content: text.content.slice(from) })]
}
