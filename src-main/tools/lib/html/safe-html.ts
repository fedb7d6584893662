import type { Attributes, IOptions, Tag } from 'sanitize-html'
import { isHiddenHtml, mayHideHtml } from './hidden-html.ts'
import { isNoteAnchor } from './note-anchors.ts'

/**
 * The elements that GitHub-flavoured Markdown can produce, and nothing that runs code, loads a
 * frame, or styles the page around it.
 */
const POLICY: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'div', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'input', 'details', 'summary', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'a', 'img'],
    ...[
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'del',
      'ins',
      'mark',
      'small',
      'sub',
      'sup',
      'kbd',
      'samp',
      'var',
    ],
    ...['abbr', 'cite', 'dfn', 'q', 'time'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'id'],
    li: ['id', 'value'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
    ol: ['start', 'reversed', 'type'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    td: ['align', 'colspan', 'rowspan'],
    abbr: ['title'],
    details: ['open'],
    time: ['datetime'],
  },
  allowedClasses: { div: ['footnotes'], code: [/^language-\S{1,100}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The name of a page, or of a drawing, is not in the page.
  nonTextTags: ['script', 'style', 'title'],
  // A box that is not a task list's check box could belong to a form.
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  transformTags: { input: checkBox, '*': plainElement },
}

/**
 * HTML, 15.3 and 15.5: elements that begin and end a line in a browser, and those of a form that show a text, as
 * elements of the policy. Otherwise their texts would run together, or be lost.
 */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...[
    'address',
    'article',
    'aside',
    'center',
    'dialog',
    'fieldset',
    'footer',
    'form',
    'header',
    'hgroup',
  ].map(asDiv),
  ...['legend', 'main', 'nav', 'search', 'section', 'textarea'].map(asDiv),
  ...['dir', 'menu', 'select'].map((tag) => [tag, 'ul'] as const),
  ['option', 'li'],
  ...['listing', 'plaintext', 'xmp'].map((tag) => [tag, 'pre'] as const),
])

function asDiv(tag: string): readonly [string, string] {
  return [tag, 'div']
}

function plainElement(tag: string, attribs: Attributes): Tag {
  return { tagName: PLAIN.get(tag) ?? tag, attribs: withoutId(attribs) }
}

/** The attributes without an id, unless it is that of a footnote. */
function withoutId(attribs: Attributes): Attributes {
  if (attribs.id === undefined || isNoteAnchor(attribs.id)) return attribs
  const { id: _id, ...others } = attribs
  return others
}

function checkBox(tagName: string, { checked, type = '' }: Attributes): Tag {
  return { tagName, attribs: { type, disabled: '', ...(checked === undefined ? {} : { checked: '' }) } }
}

/** HTML in which nothing runs or is loaded, except images from the web. */
export async function toSafeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, POLICY)
}

/**
 * The same for a text that is read, not rendered: addresses without a scheme, such as `//example.com`, stay.
 * @param keepHidden keeps the elements that a browser would not show
 */
export async function toReadableHtml(html: string, keepHidden: boolean): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  const shown = keepHidden ? html : await toShownParts(html)
  return sanitize(shown, { ...POLICY, allowProtocolRelative: true })
}

/** The HTML as it is, without the elements that a browser would not show. */
export async function toShownParts(html: string): Promise<string> {
  if (!mayHideHtml(html)) return html
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    // By default an empty `hidden` is removed before the filter is asked.
    nonBooleanAttributes: [],
    exclusiveFilter: ({ tag, attribs }) => isHiddenHtml(tag, attribs),
  })
}

/** A text as HTML between tags. */
export function asHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
