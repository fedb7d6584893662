interface Header {
  readonly name: string
  readonly value: string
}

/** How a command's options are asked for. */
export interface Asked {
  readonly has: (name: string) => boolean
  readonly last: (name: string) => string | undefined
  readonly all: (...names: string[]) => readonly { readonly name: string; readonly value: string }[]
}

/** The headers of the request, those that options imply after the command's own. */
export function headersOf(asked: Asked, hasBody: boolean, hasForm: boolean): Header[] {
  // "Name: value" adds or replaces, "Name:" removes, "Name;" sends it empty.
  const lines = asked.all('header').map(({ value }) => value)
  const sent = lines.flatMap((line) => {
    const at = line.search(/[:;]/)
    // "@" is before the name of a file with headers.
    const name = line.startsWith('@') ? '' : line.slice(0, Math.max(at, 0)).trimEnd()
    const value = line.slice(at + 1).trim()
    const isEmpty = line[at] === ';'
    if (name === '' || (isEmpty && value !== '')) return []
    return [{ name: name.toWellFormed(), value: value.toWellFormed(), isEmpty }]
  })
  const names = new Set(sent.map(({ name }) => name.toLowerCase()))
  const own = sent.flatMap(({ name, value, isEmpty }) =>
    value === '' && !isEmpty ? [] : [{ name, value }],
  )
  const rest = implied(asked, hasBody, hasForm).flatMap(([name, value]) =>
    value === undefined || names.has(name.toLowerCase()) ? [] : [{ name, value: value.toWellFormed() }],
  )
  return [...own, ...rest]
}

function implied(
  { has, last, all }: Asked,
  hasBody: boolean,
  hasForm: boolean,
): [string, string | undefined][] {
  const isJson = has('json')
  const type = isJson ? 'application/json' : hasForm ? undefined : 'application/x-www-form-urlencoded'
  // Without an equals sign it is the name of a cookie file.
  const cookie = all('cookie')
    .flatMap(({ value }) => (value.includes('=') ? [value] : []))
    .join(';')
  return [
    ['User-Agent', last('user-agent') || undefined],
    // ";auto" is for the requests that follow a redirect.
    ['Referer', last('referer')?.replace(/;auto$/, '') || undefined],
    ['Cookie', cookie || undefined],
    ['Accept', isJson ? 'application/json' : undefined],
    ['Accept-Encoding', has('compressed') ? 'deflate, gzip, br, zstd' : undefined],
    ['Range', rangeOf(last('range') ?? from(last('continue-at')))],
    ['If-Modified-Since', sinceOf(last('time-cond'), false)],
    ['If-Unmodified-Since', sinceOf(last('time-cond'), true)],
    ['TE', has('tr-encoding') ? 'gzip' : undefined],
    ['Connection', has('tr-encoding') ? 'TE' : undefined],
    ['Content-Type', hasBody ? type : undefined],
  ]
}

// curl's manual: a lone number is where the range begins.
function rangeOf(range: string | undefined): string | undefined {
  if (range === undefined) return undefined
  return `bytes=${/^\d+$/.test(range) ? `${range}-` : range}`
}

// A minus sign stands for the size of the file that curl writes.
function from(offset: string | undefined): string | undefined {
  return offset !== undefined && /^[1-9]\d*$/.test(offset) ? offset : undefined
}

// A minus sign asks for what is older. What is not a date is a file, whose time curl would take.
function sinceOf(condition: string | undefined, older: boolean): string | undefined {
  if (condition === undefined || condition.startsWith('-') !== older) return undefined
  const instant = curlTime(condition)
  return instant === null ? undefined : new Date(instant).toUTCString()
}

/**
 * The time of `-z` in milliseconds since 1970, without the sign before it; null for what is not a date to curl, which
 * takes it for a file. It reads the names of months and 20260131, and no hyphens in between.
 */
export function curlTime(condition: string): number | null {
  const text = condition.replace(/^[-+=]/, '').replace(/^(\d{4})(\d\d)(\d\d)\b/, '$1/$2/$3')
  const instant = /^\d{4}-\d/.test(text) ? NaN : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}
