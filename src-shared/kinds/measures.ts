import { found, type Recogniser } from './recogniser.ts'

type Values = Readonly<Record<string, unknown>>

/** Units as they are written, and the one that their quantity is most often wanted in. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  `mm in,cm in,m ft,km miles,in cm,inch cm,inches cm,ft m,foot m,feet m,yd m,yards m,mi km,mile km,miles km,
  mg g,g oz,kg lb,lb kg,lbs kg,oz g,ounces g,pounds kg,stone kg,tonnes lb,grams oz,kilograms lb,kilometres miles,
  kilometers miles,meters ft,metres ft,centimeters in,centimetres in,ml floz,l gal,litres gal,liters gal,gal l,
  gallons l,cups ml,cup ml,pints ml,°C °F,°F °C,degC degF,degF degC,celsius degF,fahrenheit degC,B kB,bytes kB,
  kB MB,KB MB,MB GB,GB MB,TB GB,KiB MiB,MiB GiB,GiB MB,TiB GiB,km/h mph,kph mph,mph km/h,m/s km/h,knots km/h,
  m² sqft,m2 sqft,km² mi^2,km2 mi^2,ha acre,hectares acre,acres ha,acre ha,sqft m2,kJ kcal,kcal kJ,kWh MJ,Wh kJ,
  kW hp,hp kW,bar psi,psi bar,kPa psi,hPa psi,atm bar,deg rad,degrees rad,rad deg`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]), // Each pair above is a unit and another.
)
const QUANTITY =
  /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+)[ \u00A0]?([°\p{L}][\p{L}\d²/]{0,11})$/u

/** The spelling of a unit that the list has; symbols of bytes and bits differ only in their case. */
function unitOf(written: string): string | undefined {
  if (UNITS.has(written)) return written
  const small = written.toLowerCase()
  return UNITS.has(small) && !/b$/i.test(written) ? small : undefined
}

/** A height as it is written where it is told in feet. */
const FEET_AND_INCHES =
  /^(\d{1,3})(?: ?(?:ft|foot|feet),? ?|['′’] ?)(\d{1,2}(?:\.\d+)?)(?: ?(?:in|inch|inches)|["″”])?$/i

/** A part of a whole, as recipes have it. */
const FRACTION = /^(?:(\d+) )?(\d)\/(\d)(?= ?[a-z])/i
const asDecimal = (_: string, whole = '0', part: string, of: string) =>
  String(Number((Number(whole) + Number(part) / Number(of)).toFixed(6)))

/** The fields of a conversion for a text such as `5 kg`; null for any other. */
function quantityIn(text: string): Values | null {
  const [, feet, inches] = FEET_AND_INCHES.exec(text) ?? []
  if (feet !== undefined) return { value: Number(feet) * 12 + Number(inches), from: 'in', to: 'cm' }
  const [, amount = '', written = ''] =
    QUANTITY.exec(text.replace(/^[−–]/, '-').replace(FRACTION, asDecimal)) ?? []
  const from = unitOf(written)
  return from === undefined
    ? null
    : { value: Number(amount.replaceAll(',', '')), from, to: UNITS.get(from)! }
}

/** Units of time from the longest: the months of years and months, which have no fixed length, then seconds. */
const TIMES = [
  ['years', 12],
  ['months', 1],
  ['weeks', 604_800],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const
const PART =
  '\\d+(?:\\.\\d+)? ?(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])'
const SPAN = new RegExp(`^${PART}(?:(?:,| and|, and)? ?${PART}){0,4}$`, 'i')
const ISO_SPAN =
  /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:[\d.]+W)?(?:[\d.]+D)?(?:T(?=.)(?:[\d.]+H)?(?:[\d.]+M)?(?:[\d.]+S)?)?$/

/** The fields of a length of time for a text such as `1h 30m` or `PT1H30M`; null for any other. */
function spanIn(text: string): Values | null {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(text) ?? []
  if (hours !== undefined) return spanIn(`${hours}h ${minutes}m ${seconds}s`)
  const isIso = ISO_SPAN.test(text)
  if (!isIso && !SPAN.test(text)) return null
  // Before the T of ISO 8601, M is for months.
  const clock = isIso ? `${text}T`.indexOf('T') : 0
  const parts = [...text.matchAll(/([\d.]+) ?([a-z])/gi)].map(({ 1: amount, 2: letter = '', index }) => ({
    amount: Number(amount),
    at: TIMES.findIndex(
      ([name], at) => name.startsWith(letter.toLowerCase()) && (isIso ? at < 4 === index < clock : at > 1),
    ),
  }))
  const named = Object.fromEntries(parts.map(({ amount, at }) => [TIMES[at]![0], amount]))
  return { ...named, ...inOneUnit(parts) }
}

/** Parts of a length of time as a conversion from the smallest of their units to the next larger one. */
function inOneUnit(parts: readonly { readonly amount: number; readonly at: number }[]): Values | null {
  const last = parts.at(-1)
  const calendar = parts.filter(({ at }) => at < 2).length
  if (!last || (calendar > 0 && calendar < parts.length)) return null
  const length = parts.reduce((sum, { amount, at }) => sum + amount * TIMES[at]![1], 0)
  const [from, unit] = TIMES[last.at]!
  const [to] = TIMES[last.at === 2 || last.at === 0 ? last.at + 1 : last.at - 1]!
  return { value: length / unit, from, to }
}

/** Degrees as a decimal number with three digits or more, or with their sign; minutes and seconds may follow. */
const DEGREES = `([+-]?\\d{1,3}(?:\\.\\d{3,}(?=[\\s,;)NSEW]|$)|(?:\\.\\d+)?°))(?: ?(\\d{1,2}(?:\\.\\d+)?)['′’])?(?: ?(\\d{1,2}(?:\\.\\d+)?)["″”])?`
const PLACE = new RegExp(
  `^(?:geo:|\\()?([NS])? ?${DEGREES} ?([NS])?(?:\\s*[,;]\\s*|\\s+)([EW])? ?${DEGREES} ?([EW])?\\)?$`,
  'i',
)

/** A place on Earth for a text such as `47.3769, 8.5417`; null for any other. */
function placeIn(text: string): Values | null {
  // The degrees of a link may have few digits.
  const all = PLACE.exec(text.replace(/^geo:([\d.-]+),([\d.-]+)(?:[,;?].*)?$/i, '$1°, $2°'))
  if (!all) return null
  const degrees = (at: number): number => {
    const whole = Number.parseFloat(all[at]!)
    const more = Number(all[at + 1] ?? 0) / 60 + Number(all[at + 2] ?? 0) / 3_600
    return Number(((Math.abs(whole) + more) * (whole < 0 ? -1 : 1)).toFixed(7))
  }
  const signed = (value: number, way: string | undefined) => (/[SW]/i.test(way ?? '') ? -value : value)
  const latitude = signed(degrees(2), all[1] ?? all[5])
  const longitude = signed(degrees(7), all[6] ?? all[10])
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** What the fields of tools take of a quantity, of a length of time and of a place. */
export const MEASURES = {
  quantity: quantityIn,
  duration: spanIn,
  coordinates: (text: string): Values | null => {
    const place = placeIn(text)
    return place && { from: place, point: place }
  },
} as const

/** Recognises quantities with a unit, lengths of time and places on Earth. */
export const MEASURE_KINDS: readonly Recogniser[] = [
  ({ text, single }) =>
    single && text.length < 60
      ? [
          ...(quantityIn(text) ? found('quantity', 0.93) : []),
          ...(spanIn(text)
            ? found('duration', /^P|:|\d\s*[a-z]{3}|[a-z].*\d/i.test(text) ? 0.95 : 0.85)
            : []),
          ...(placeIn(text) ? found('coordinates', 0.96) : []),
        ]
      : [],
]
