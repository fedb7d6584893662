import { decodedText } from './exif-block.ts'

const CHARSET_BYTES = 8
/** Texts of bytes whose first eight name their character code (Exif 3.0, 4.6.6.6 and 4.6.7). */
const CODED_TEXTS: ReadonlySet<string> = new Set([
  'UserComment',
  'GPSProcessingMethod',
  'GPSAreaInformation',
])
const TIMES: ReadonlySet<string> = new Set(['ModifyDate', 'DateTimeOriginal', 'CreateDate'])
const VERSIONS: ReadonlySet<string> = new Set(['ExifVersion', 'FlashpixVersion', 'InteropVersion'])
const COMPONENTS = ['-', 'Y', 'Cb', 'Cr', 'R', 'G', 'B']

/**
 * What an entry of EXIF says, by the name of the entry: times as ISO 8601 without a zone, versions as 2.3.2, texts as
 * text, rows of numbers as lists. Null for what the camera left open.
 */
export function exifValue(name: string, value: unknown): unknown {
  if (TIMES.has(name) && typeof value === 'string') return wallTimeOf(value)
  if (CODED_TEXTS.has(name)) return codedText(value)
  if (VERSIONS.has(name)) return versionOf(value)
  if (/^XP[A-Z]/.test(name) && value instanceof Uint8Array)
    return new TextDecoder('utf-16le').decode(value).split('\0', 1)[0]!
  if (name === 'GPSVersionID' && value instanceof Uint8Array) return value.join('.')
  if (name === 'GPSTimeStamp' && Array.isArray(value)) return clockOf(value)
  if (name === 'ComponentsConfiguration' && value instanceof Uint8Array)
    return Array.from(value, (component) => COMPONENTS[component] ?? String(component)).join(', ')
  return plainValue(value)
}

// A single number comes as a row of one from some cameras. 0/0 says that the camera did not know.
function plainValue(value: unknown): unknown {
  if (typeof value === 'number' && Number.isNaN(value)) return null
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const numbers: readonly number[] = Array.from(value as Uint8Array) // Any kind of row of numbers is read alike.
    if (numbers.length === 1) return numbers[0]
    return value instanceof Uint8Array ? value : numbers
  }
  return Array.isArray(value) ? value.map(plainValue) : value
}

// Exif 3.0, 4.6.5.4.9: the clock of the camera, in no zone; spaces or zeros for a clock that was not set.
function wallTimeOf(text: string): string | null {
  const found = /^\s*(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?\s*$/.exec(text)
  if (!found) return /\d/.test(text) ? text.trim() : null
  const [, year, month, day, hour, minute, second = '00'] = found
  if (Number(year) === 0 && Number(month) === 0) return null
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

function clockOf(parts: readonly unknown[]): string {
  return parts
    .map((part) => {
      const [whole, fraction] = String(Number(Number(part).toFixed(3))).split('.')
      return whole!.padStart(2, '0') + (fraction === undefined ? '' : `.${fraction}`)
    })
    .join(':')
}

// Four digits, of which the first two are the version: 0232 is 2.3.2, and 0230 is 2.3.
function versionOf(value: unknown): unknown {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
  const digits = /^\d(\d)(\d)(\d)/.exec(text)
  if (!digits) return plainValue(value)
  const [, major, minor, patch] = digits
  return patch === '0' ? `${major}.${minor}` : `${major}.${minor}.${patch}`
}

function codedText(value: unknown): unknown {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  if (!(bytes instanceof Uint8Array)) return plainValue(value)
  const code = Buffer.from(bytes.subarray(0, CHARSET_BYTES)).toString('latin1').replaceAll(/[\0 ]/g, '')
  const isCoded = /^(?:ASCII|UNICODE|JIS|)$/i.test(code)
  const text = isCoded ? bytes.subarray(CHARSET_BYTES) : bytes
  return decodedAs(code.toUpperCase(), text).replace(/[\0 ]+$/, '')
}

function decodedAs(code: string, text: Uint8Array): string {
  if (code === 'JIS') return new TextDecoder('iso-2022-jp').decode(text)
  if (code !== 'UNICODE') return decodedText(text)
  // Writers do not keep to the byte order of the file around it: the zeros of Latin letters show it.
  const zerosAt = (odd: number) => text.filter((byte, at) => at % 2 === odd && byte === 0).length
  return new TextDecoder(zerosAt(0) > zerosAt(1) ? 'utf-16be' : 'utf-16le').decode(text)
}
