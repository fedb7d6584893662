import { appleSystem } from './apple-system.ts'
import { markedSystem } from './system-marks.ts'

/** What a library says about a system or a browser. */
export interface Named {
  readonly name?: string | undefined
  readonly version?: string | undefined
}

/** Names of processors, which the second library takes for versions. */
const PROCESSOR = /^(?:i\d*86|x86|amd64|arm|aarch|sparc|sun4|ppc|powerpc)/i
/** Names of the second library that are more than Linux: distributions, some with `Linux` at their end. */
const DISTRIBUTION = /^(?!Linux$|Windows|Android|iOS)/

/**
 * The system of a User-Agent header. Amazon's Silk runs on Android alone, whatever it pretends. The second library
 * takes systems that it does not know for iOS.
 * @param known what the first library says
 * @param other what the second one says
 */
export function systemOf(known: Named, other: Named, userAgent: string) {
  const apple = known.name ? null : appleSystem(userAgent)
  if (apple) return told(apple)
  const marked = markedSystem(userAgent, known.name ?? (isGuess(other.name) ? undefined : other.name))
  if (marked) return told(marked)
  if (/\bSilk\/\d/.test(userAgent) && known.name !== 'Android') return told({ name: 'Android' })
  const read = known.name || isGuess(other.name) ? known : other
  if (read.name === 'Linux' && DISTRIBUTION.test(other.name ?? '')) return told(other)
  if (read.version) return told(read)
  return told({ name: read.name, version: versionBeside(read.name ?? '', other, userAgent) })
}

// The second library also takes a library of GNU for a system.
function isGuess(name: string | undefined): boolean {
  return name === 'iOS' || name === 'GNU'
}

const WHOLE_NAMES = new Map([
  ['Mint', 'Linux Mint'],
  ['KAIOS', 'KaiOS'],
])

// The version where the first library has the name alone.
function versionBeside(name: string, other: Named, userAgent: string): string | undefined {
  if (name === 'BlackBerry') return /\bVersion\/(\d[\d.]*)/.exec(userAgent)?.[1]
  if (name === 'Chrome OS') return /\bCrOS \S+ (\d[\d.]*)/.exec(userAgent)?.[1]
  return other.name === name ? other.version : undefined
}

/** What Windows calls the versions of its kernel; 11 says that it is 10. */
const WINDOWS: Readonly<Record<string, string>> = {
  'NT 4.0': 'NT 4.0',
  'NT 5.0': '2000',
  'NT 5.1': 'XP',
  'NT 5.2': 'XP',
  'NT 6.0': 'Vista',
  'NT 6.1': '7',
  'NT 6.2': '8',
  'NT 6.3': '8.1',
  'NT 10.0': '10',
}

function told({ name, version: written }: Named) {
  const version = name === 'Windows' ? (WINDOWS[written ?? ''] ?? written) : written
  const isVersion = version !== undefined && version !== '' && !PROCESSOR.test(version)
  const whole = WHOLE_NAMES.get(name ?? '') ?? name?.replace(/^(?!Arch|Kali)(.+) Linux$/, '$1')
  return { name: whole ? whole : null, version: isVersion ? version : null }
}
