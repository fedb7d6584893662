/** Signs as they are typed and printed, and what mathjs calls them. */
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '⋅': '*',
  '·': '*',
  '∙': '*',
  '÷': '/',
  '∕': '/',
  '−': '-',
  '–': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  π: ' pi ',
  τ: ' tau ',
  φ: ' phi ',
  '∞': ' Infinity ',
}
const ROOTS: Readonly<Record<string, string>> = { '√': 'sqrt', '∛': 'cbrt' }
const TEXT = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

const SHARE_OF = /(\d+(?:\.\d*)?|\.\d+)\s*%\s*of\b/g

/** An expression with ×, ÷, −, √, π, **, "5% of" and the like in mathjs's words; texts in quotes stay as they are. */
export function withTypedSigns(expression: string): string {
  if (!/[^\0-\x7f]|%\s*of\b|\*\*/.test(expression)) return expression
  return expression
    .split(TEXT)
    .map((part, at) => (at % 2 === 1 ? part : spelled(part)))
    .join('')
}

// A root without brackets takes the number or name after it: √2 is sqrt(2).
function spelled(part: string): string {
  return part
    .replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'))
    .replaceAll('**', '^')
    .replace(SHARE_OF, '($1/100) *')
    .replace(/(\d*)([¼-¾⅐-⅞↉])/g, (_, whole: string, fraction: string) => {
      const share = fraction.normalize('NFKC').replace('\u2044', '/')
      return whole === '' ? `(${share})` : `(${whole}+${share})`
    })
    .replace(/[⁻⁺]?[⁰¹²³⁴-⁹]+/g, (power) => `^(${power.normalize('NFKC').replace('−', '-')})`)
    .replace(
      /([√∛])\s*(?:(\d[\d.]*|[A-Za-zπ]\w*)(?!\w|\s*\()|(?=[A-Za-z(]))/g,
      (_, root: string, operand?: string) =>
        operand === undefined ? ` ${ROOTS[root]}` : ` ${ROOTS[root]}(${operand})`,
    )
    .replace(/[×⋅·∙÷∕−–≤≥≠πτφ∞]/g, (sign) => SIGNS[sign]!)
}
