/** Elements whose text is not Markdown any more, of which GitHub shows the tags (GFM 6.11). */
const SHOWN = /<(?=\/?(?:noembed|noframes|plaintext|textarea|title|xmp)[\s/>])/gi
/** Those that run or load something, which are taken out with what is in them. */
const TAKEN_OUT = ['iframe', 'script', 'style'] as const

/**
 * HTML in which tags that would swallow the text after them are text themselves: those that GitHub shows,
 * and those that are taken out with their contents where nothing ends them.
 */
export function withRawTextTagsShown(html: string): string {
  return TAKEN_OUT.reduce(withUnclosedShown, html.replace(SHOWN, '&lt;'))
}

function withUnclosedShown(html: string, tag: string): string {
  const end = [...html.matchAll(new RegExp(`</${tag}`, 'gi'))].at(-1)?.index ?? -1
  const closed = html.slice(0, end + 1)
  return closed + html.slice(end + 1).replace(new RegExp(`<(?=${tag}[\\s/>])`, 'gi'), '&lt;')
}
