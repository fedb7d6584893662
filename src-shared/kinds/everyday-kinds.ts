import { type DetectedKind, found, type Recogniser, type Sample, valueOf } from './recogniser.ts'

/** The names that CSS Color 4 gives to colours. */
const COLOURS: ReadonlySet<string> = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue
  darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
  darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise
  darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia
  gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo
  ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
  lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon
  mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
  navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
  paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
  rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen`.split(/\s+/),
)

const ONE_COLOUR = '(#(?:[\\da-f]{3,4}){1,2}|(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\\([^()]{3,80}\\))'
const TWO_COLOURS = new RegExp(
  `^${ONE_COLOUR}(?: (?:on|over|vs\\.?|against|and|/) |, ?)${ONE_COLOUR}$`,
  'i',
)

/** A colour and the one behind it, for a text such as `#fff on #767676`; null for any other. */
export function coloursIn(text: string): { readonly color: string; readonly against: string } | null {
  const [, color, against] = TWO_COLOURS.exec(text) ?? []
  return color && against ? { color, against } : null
}

const REASON =
  "continue|switching protocols|early hints|ok|created|accepted|no content|reset content|partial content|multiple choices|moved permanently|found|see other|not modified|(?:temporary|permanent) redirect|bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request time-?out|conflict|gone|length required|precondition (?:failed|required)|(?:payload|content|entity) too large|uri too long|unsupported media type|range not satisfiable|expectation failed|i'm a teapot|misdirected request|unprocessable (?:entity|content)|locked|failed dependency|too early|upgrade required|too many requests|request header fields too large|unavailable for legal reasons|internal server error|not implemented|bad gateway|service unavailable|gateway time-?out|http version not supported|insufficient storage|loop detected|network authentication required"
const STATUS = new RegExp(
  `^(?:(?:HTTP(?:/\\d(?:\\.\\d)?)?|status(?: code)?|error):? [1-5]\\d\\d(?: [a-z' -]{2,60})?|[1-5]\\d\\d (?:${REASON}))$`,
  'i',
)

/** The status code in a text such as `404 Not Found` or `HTTP/1.1 301 Moved Permanently`; null if it has none. */
export function statusIn(text: string): number | null {
  const code = /(?:^|\s)([1-5]\d\d)(?=\s|$)/.exec(text)?.[1]
  return code === undefined ? null : Number(code)
}

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
const OTHER_NAMES = [
  'USA',
  'UK',
  'United States of America',
  'Great Britain',
  'Czech Republic',
  'Holland',
  'Turkey',
]
let countries: ReadonlySet<string> | undefined

/** The names of all countries in English and their codes, as the language's own data has them: no list to keep. */
function countryNames(): ReadonlySet<string> {
  if (countries) return countries
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((one) => LETTERS.map((two) => one + two))
  const known = codes.filter((code) => names.of(code) !== undefined)
  return (countries = new Set([...known, ...known.map((code) => names.of(code)!), ...OTHER_NAMES]))
}

/** Recognises the names of everyday things: colours, answers of servers, countries. */
export const EVERYDAY_KINDS: readonly Recogniser[] = [
  ({ text, single }) => (single && COLOURS.has(text.toLowerCase()) ? found('colour', 0.9) : []),
  ({ text, single }) => (single && coloursIn(text) ? found('colour', 0.96) : []),
  valueOf('http-status', 0.95, STATUS),
  // A number alone is most likely the code of a failure if it is one of theirs; 200 and 300 could be anything.
  valueOf('http-status', 0.55, /^(?:4(?:0\d|1[0-8]|2[1-689]|31|51)|50[0-8]|51[01])$/),
  headerKind,
  // A name begins with a capital letter: in small ones it may be a bird or a first name.
  ({ text, single }) =>
    single && text.length < 50 && /^\p{Lu}[\p{L}\p{M}'’.&() -]+$/u.test(text) && countryNames().has(text)
      ? found('country', 0.9)
      : [],
  ({ text, single }) =>
    single && /^[A-Z]{2}$/.test(text) && countryNames().has(text) ? found('country', 0.55) : [],
]

const HEADER = /^[A-Za-z][\w-]*: ?\S/
const KNOWN_HEADER =
  /^(?:content-(?:type|length|encoding|security-policy)|cache-control|strict-transport-security|set-cookie|server|etag|location|referrer-policy|permissions-policy|x-[\w-]+|access-control-[\w-]+|cross-origin-[\w-]+|last-modified|vary):/i

/** The head of an answer, with or without its first line. */
function headerKind({ lines }: Sample): readonly DetectedKind[] {
  const rest = /^HTTP\/\d/.test(lines[0] ?? '') ? lines.slice(1) : lines
  if (rest.length < 2 || !rest.every((line) => HEADER.test(line))) return []
  const known = rest.filter((line) => KNOWN_HEADER.test(line)).length
  return known > 1 || (known > 0 && rest.length < lines.length) ? found('http-headers', 0.97) : []
}
