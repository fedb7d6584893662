// Characters that no text has (Unicode, 23.7: noncharacters) stand in the text that mammoth reads for what it has no
// element for, and are turned into HTML afterwards.

/** Before the LaTeX of a formula in a line. */
export const FORMULA = '\ufdd0'
/** Before the LaTeX of a formula in a paragraph of its own. */
export const DISPLAYED = '\ufdd1'
export const FORMULA_END = '\ufdd2'
/** Before the number of an item of a list. */
export const NUMBER = '\ufdd3'
export const NUMBER_END = '\ufdd4'

const FORMULAS = /(<p>)?([\ufdd0\ufdd1])([^\ufdd2]*)\ufdd2(<\/p>)?/g
const LIST_PARTS = /<(ol|ul)>|<\/(?:ol|ul)>|<li>(?:\ufdd3(\d+)\ufdd4)?|\ufdd3\d+\ufdd4/g
const ALL = /[\ufdd0-\ufdd4]/g

/** Takes these characters out of a text that is read, in which they would be taken for marks. */
export function withoutMarks(text: string): string {
  return text.replace(ALL, '')
}

/** Turns the marks in HTML into elements: formulas into code in the language `math`, numbers into those of lists. */
export function marksToHtml(html: string): string {
  const withFormulas = html.replace(
    FORMULAS,
    (_, open: string | undefined, mark: string, latex: string, close: string | undefined) => {
      const code = `<code class="language-math">${latex}</code>`
      if (mark === DISPLAYED && open !== undefined && close !== undefined) return `<pre>${code}</pre>`
      return `${open ?? ''}${code}${close ?? ''}`
    },
  )
  return numbersToHtml(withFormulas)
}

interface OpenList {
  readonly isOrdered: boolean
  next: number | null
}

function numbersToHtml(html: string): string {
  const lists: OpenList[] = []
  return html
    .replace(LIST_PARTS, (part, opened: string | undefined, number: string | undefined) => {
      if (opened !== undefined) {
        lists.push({ isOrdered: opened === 'ol', next: null })
        return part
      }
      if (part.startsWith('</')) {
        lists.pop()
        return part
      }
      const list = lists.at(-1)
      if (number === undefined || !list?.isOrdered) return part.startsWith('<li>') ? '<li>' : ''
      const isFirst = list.next === null
      const isExpected = Number(number) === (list.next ?? 1)
      list.next = Number(number) + 1
      if (isExpected) return '<li>'
      // mammoth makes one list of two that follow one another.
      return isFirst ? `${NUMBER}${number}${NUMBER_END}<li>` : `</ol><ol start="${number}"><li>`
    })
    .replace(/<ol>\ufdd3(\d+)\ufdd4/g, '<ol start="$1">')
}
