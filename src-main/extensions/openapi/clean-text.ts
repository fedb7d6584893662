/**
 * A text of a description as a model needs it: without comments, marks of HTML and the addresses of links.
 * @param most characters that are kept
 */
export function cleanText(text: unknown, most: number): string {
  if (typeof text !== 'string') return ''
  // What is cut away could only have made it shorter.
  const plain = text
    .slice(0, most * 4)
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replace(/\[([^[\]]{0,500})\]\([^()\s]{0,1000}\)/g, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return plain.length <= most ? plain.toWellFormed() : `${plain.slice(0, most - 1).toWellFormed()}…`
}
