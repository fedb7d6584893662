import { NOTE_ANCHOR, REFERENCE_ANCHOR } from '../../../lib/html/note-anchors.ts'

/** As mammoth writes them: a reference with its number, and the notes as the last list, with links back. */
const REFERENCE = /<a href="#((?:foot|end)note)-(\d+)" id="\1-ref-\2">\[(\d+)\]<\/a>/g
const NOTE = /<li id="((?:foot|end)note-\d+)">/g
const BACK_LINK = /<a href="#((?:foot|end)note)-ref-(\d+)">↑<\/a>/g

/** The HTML of a Word document with its footnotes and endnotes as GitHub marks them, by their numbers. */
export function withMarkedNotes(html: string): string {
  const numbers = new Map<string, string>()
  const text = html.replace(REFERENCE, (_, kind: string, id: string, count: string) => {
    const number = numbers.get(`${kind}-${id}`) ?? count
    numbers.set(`${kind}-${id}`, number)
    return `<a href="#${NOTE_ANCHOR}${number}">${number}</a>`
  })
  const first = text.search(NOTE)
  if (first === -1) return html
  const [from, to] = [text.lastIndexOf('<ol>', first), text.lastIndexOf('</ol>') + '</ol>'.length]
  const notes = text
    .slice(from, to)
    .replace(NOTE, (_, id: string) => `<li id="${NOTE_ANCHOR}${numbers.get(id)}">`)
    .replace(BACK_LINK, (_, kind: string, id: string) => {
      return `<a href="#${REFERENCE_ANCHOR}${numbers.get(`${kind}-${id}`)}">↑</a>`
    })
  return `${text.slice(0, from)}<div class="footnotes">${notes}</div>${text.slice(to)}`
}
