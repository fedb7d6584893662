// Abbreviations with a mark of the plural, and those that no standard has.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mcg: 'ug',
  msec: 'ms',
  usec: 'us',
  wk: 'week',
  wks: 'week',
  cms: 'cm',
  ins: 'in',
  kms: 'km',
  kts: 'knot',
  mms: 'mm',
  kgs: 'kg',
  gm: 'g',
  gms: 'g',
  kilo: 'kg',
  kilos: 'kg',
  mils: 'thou',
  ozs: 'oz',
  yds: 'yd',
  bytes: 'B',
  byte: 'B',
  celcius: 'degC',
  centigrade: 'degC',
  btu: 'BTU',
  btus: 'BTU',
  mmbtu: 'MMBtu',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  pb: 'PB',
  kib: 'KiB',
  mib: 'MiB',
  gib: 'GiB',
  tib: 'TiB',
  rankine: 'degR',
  reaumur: 'degRe',
  réaumur: 'degRe',
}

// Symbols with capitals, by their small letters. The prefixes k, G and T have one meaning in either case; m has two.
const SYMBOLS: Readonly<Record<string, string>> = {
  ah: 'Ah',
  ev: 'eV',
  hz: 'Hz',
  j: 'J',
  n: 'N',
  pa: 'Pa',
  v: 'V',
  va: 'VA',
  w: 'W',
  wh: 'Wh',
}
const PREFIXES: Readonly<Record<string, string>> = {
  h: 'h',
  k: 'k',
  K: 'k',
  M: 'M',
  g: 'G',
  G: 'G',
  t: 'T',
  T: 'T',
  '': '',
}

/** What a name may mean, most likely first: as it is, as others spell it, one of it, and in other letters. */
export function namesFor(name: string): string[] {
  const small = name.toLowerCase()
  const other = Object.hasOwn(OTHER_NAMES, small) ? [OTHER_NAMES[small]!] : []
  const spelled = [name, ...other, singular(name)]
  // Capitals alone are the United States, and no microsecond.
  return name === 'US' ? spelled : [...spelled, small, singular(small), ...inCapitals(name)]
}

function inCapitals(name: string): string[] {
  return [0, 1].flatMap((length) => {
    const [prefix, symbol] = [name.slice(0, length), name.slice(length).toLowerCase()]
    const isKnown = Object.hasOwn(PREFIXES, prefix) && Object.hasOwn(SYMBOLS, symbol)
    return isKnown ? [PREFIXES[prefix]! + SYMBOLS[symbol]!] : []
  })
}

function singular(name: string): string {
  return /^\p{L}{4,}s$/u.test(name)
    ? name.replace(/(?:(?<=r)ie)?s$/, (end) => (end === 'ies' ? 'y' : ''))
    : name
}
