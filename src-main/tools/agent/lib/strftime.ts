const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const DAY_MS = 86_400_000
const MAX_WIDTH = 100

/** A moment as the clocks of its place show it. */
export interface ZonedTime {
  /** What the clocks show, as if it were UTC. */
  readonly wall: Date
  /** How far the clocks are ahead of UTC. */
  readonly offsetMinutes: number
  /** `UTC`, or empty for a place that only has an offset. */
  readonly zone: string
  /** The digits of the seconds after the point. */
  readonly fraction: string
}

/** What one directive writes, and how it is made as wide as it should be. */
interface Written {
  readonly text: string
  readonly pad: '0' | ' '
  readonly width: number
}

/** Directives that stand for others. */
const COMPOSED: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  F: '%Y-%m-%d',
  X: '%H:%M:%S',
  T: '%H:%M:%S',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  v: '%e-%^b-%Y',
}

const SIMPLE: Readonly<Record<string, (time: ZonedTime) => Written>> = {
  Y: ({ wall }) => yearOf(wall.getUTCFullYear()),
  C: ({ wall }) => digits(Math.floor(wall.getUTCFullYear() / 100), 2),
  y: ({ wall }) => digits(remainder(wall.getUTCFullYear(), 100), 2),
  m: ({ wall }) => digits(wall.getUTCMonth() + 1, 2),
  B: ({ wall }) => letters(MONTHS[wall.getUTCMonth()]!),
  b: ({ wall }) => letters(MONTHS[wall.getUTCMonth()]!.slice(0, 3)),
  h: ({ wall }) => letters(MONTHS[wall.getUTCMonth()]!.slice(0, 3)),
  d: ({ wall }) => digits(wall.getUTCDate(), 2),
  e: ({ wall }) => digits(wall.getUTCDate(), 2, ' '),
  j: ({ wall }) => digits(dayOfYear(wall), 3),
  H: ({ wall }) => digits(wall.getUTCHours(), 2),
  k: ({ wall }) => digits(wall.getUTCHours(), 2, ' '),
  I: ({ wall }) => digits(wall.getUTCHours() % 12 || 12, 2),
  l: ({ wall }) => digits(wall.getUTCHours() % 12 || 12, 2, ' '),
  P: ({ wall }) => letters(wall.getUTCHours() < 12 ? 'am' : 'pm'),
  p: ({ wall }) => letters(wall.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: ({ wall }) => digits(wall.getUTCMinutes(), 2),
  S: ({ wall }) => digits(wall.getUTCSeconds(), 2),
  Z: ({ zone }) => letters(zone),
  A: ({ wall }) => letters(DAYS[wall.getUTCDay()]!),
  a: ({ wall }) => letters(DAYS[wall.getUTCDay()]!.slice(0, 3)),
  u: ({ wall }) => digits(wall.getUTCDay() || 7, 1),
  w: ({ wall }) => digits(wall.getUTCDay(), 1),
  G: ({ wall }) => yearOf(isoWeekOf(wall).year),
  g: ({ wall }) => digits(remainder(isoWeekOf(wall).year, 100), 2),
  V: ({ wall }) => digits(isoWeekOf(wall).week, 2),
  U: ({ wall }) => digits(Math.floor((dayOfYear(wall) + 6 - wall.getUTCDay()) / 7), 2),
  W: ({ wall }) => digits(Math.floor((dayOfYear(wall) + 6 - ((wall.getUTCDay() + 6) % 7)) / 7), 2),
  s: ({ wall, offsetMinutes }) => digits(Math.floor(wall.getTime() / 1_000) - offsetMinutes * 60, 1),
  n: () => letters('\n'),
  t: () => letters('\t'),
  '%': () => letters('%'),
}

/**
 * A time in the words of a format, as `Time#strftime` of Ruby 3.1 writes it: its directives, flags and widths. What it
 * does not know stays as it is.
 * @param format such as `%Y-%m-%d` or `%-d %^b`
 * @throws Error for a width of more than 100 characters
 */
export function strftime(time: ZonedTime, format: string): string {
  return format.replace(
    /%([-0^#_]*)(\d*)(:{0,3})([EO]?)([a-zA-Z%])/g,
    (whole, flags: string, width: string, colons: string, _modifier: string, directive: string) => {
      if (Number(width) > MAX_WIDTH) throw new Error(`The width of ${whole} is more than ${MAX_WIDTH}`)
      if (directive === 'z') return zoneOffset(time, flags, Number(width), colons.length)
      if (colons !== '') return whole
      if (directive === 'L' || directive === 'N') {
        const count = Number(width) || (directive === 'L' ? 3 : 9)
        return time.fraction.slice(0, count).padEnd(count, '0')
      }
      const composed = Object.hasOwn(COMPOSED, directive) ? COMPOSED[directive] : undefined
      if (composed !== undefined)
        return padded(
          cased(letters(strftime(time, composed)), directive, flags.replace(/#/g, '')),
          flags.replace(/-/g, ''),
          Number(width),
        )
      const written = Object.hasOwn(SIMPLE, directive) ? SIMPLE[directive]!(time) : undefined
      return written === undefined ? whole : padded(cased(written, directive, flags), flags, Number(width))
    },
  )
}

function cased(written: Written, directive: string, flags: string): Written {
  // The other case of AM is am.
  if (flags.includes('#') && (directive === 'p' || directive === 'Z'))
    return { ...written, text: written.text.toLowerCase() }
  return /[\^#]/.test(flags) ? { ...written, text: written.text.toUpperCase() } : written
}

function padded({ text, pad, width }: Written, flags: string, wanted: number): string {
  // The last of the flags that say how to pad is the one that counts.
  const flag = /[-0_](?=[^-0_]*$)/.exec(flags)?.[0]
  if (flag === '-') return text
  const filled = flag === '0' ? '0' : flag === '_' ? ' ' : pad
  const sign = filled === '0' && /^-\d/.test(text) ? '-' : ''
  return sign + text.slice(sign.length).padStart((wanted || width) - sign.length, filled)
}

function zoneOffset({ offsetMinutes }: ZonedTime, flags: string, width: number, colons: number): string {
  const sign = offsetMinutes < 0 ? '-' : '+'
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60]
  const colon = colons === 0 ? '' : ':'
  const rest = colons === 3 && minutes === 0 ? '' : colon + twoDigits(minutes)
  const after = rest + (colons === 2 ? ':00' : '')
  const hourWidth = Math.max(2, width - after.length - 1)
  return flags.includes('_')
    ? (sign + hours).padStart(hourWidth + 1) + after
    : sign + String(hours).padStart(hourWidth, '0') + after
}

function digits(number: number, width: number, pad: '0' | ' ' = '0'): Written {
  return { text: String(number), pad, width }
}

function letters(text: string): Written {
  return { text, pad: ' ', width: 0 }
}

// A year before our era has a sign besides its four digits.
function yearOf(year: number): Written {
  return digits(year, year < 0 ? 5 : 4)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

function remainder(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor
}

// From 1.
function dayOfYear(wall: Date): number {
  return Math.floor((wall.getTime() - startOfYear(wall.getUTCFullYear())) / DAY_MS) + 1
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1)
}

// A week belongs to the year of its Thursday (ISO 8601).
function isoWeekOf(wall: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(wall.getTime() + (4 - (wall.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.floor((thursday.getTime() - startOfYear(year)) / DAY_MS / 7) + 1 }
}
