import type { IOptions } from 'sanitize-html'

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
  // A box that is not a task list's check box could belong to a form.
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  transformTags: {
    input: (tagName, { checked, type = '' }) => ({
      tagName,
      attribs: { type, disabled: '', ...(checked === undefined ? {} : { checked: '' }) },
    }),
  },
}

/** HTML in which nothing runs or is loaded, except images from the web. */
export async function toSafeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, POLICY)
}
