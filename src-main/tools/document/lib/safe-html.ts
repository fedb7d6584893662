import type { IOptions } from 'sanitize-html'

/** What GitHub-flavoured Markdown can make, and nothing that runs, loads a frame, or styles the page around it. */
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
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
    ol: ['start', 'reversed', 'type'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    td: ['align', 'colspan', 'rowspan'],
    abbr: ['title'],
    details: ['open'],
    time: ['datetime'],
  },
  allowedClasses: { code: [/^language-[\w+#-]{1,40}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A box that is no check box of a list could be a form's.
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  transformTags: {
    input: (tagName, { checked, type = '' }) => ({
      tagName,
      attribs: { type, disabled: '', ...(checked === undefined ? {} : { checked: '' }) },
    }),
  },
}

/** HTML with nothing in it that runs or reaches out by itself but images of the web. */
export async function toSafeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, POLICY)
}
