import bowser from 'bowser'
import { UAParser } from 'ua-parser-js'

const TYPES = ['desktop', 'mobile', 'tablet', 'tv', 'bot'] as const
const DESKTOP = /\((?:X11|CrOS)\b/
const BOT = /bot\b|crawl|spider|slurp|headless|https?:\/\//i
// RFC 9110, 10.1.5: the first product is the most significant.
const PROGRAM = /^([!#$%&'*+.^_`|~\w-]{1,100})\/([!#$%&'*+.^_`|~\w-]{1,100})/
/** What Chrome sends instead of the model since it says less about devices. */
const NO_MODEL = 'K'

export type DeviceType = (typeof TYPES)[number] | 'other'

/**
 * What a User-Agent header says. One library knows browsers and crawlers, and the other the models of phones and rarer
 * systems.
 */
export function readUserAgent(userAgent: string) {
  const { browser, engine, os, platform } = bowser.parse(userAgent)
  const other = new UAParser(userAgent).getResult()
  const program = browser.name ? null : PROGRAM.exec(userAgent)
  const type = typeOf(platform.type, userAgent)
  const { name, version } = browserOf(browser, other.browser)
  return {
    browser: {
      name: orNull(name) ?? program?.[1] ?? null,
      version: orNull(version) ?? program?.[2] ?? null,
    },
    engine: { name: orNull(engine.name), version: orNull(engine.version) },
    os: systemOf(os, other.os),
    device: type === 'bot' ? crawlerOf(platform) : { type, ...makerOf(platform, other.device) },
    is_bot: type === 'bot' || program !== null || BOT.test(userAgent),
  }
}

interface Named {
  readonly name?: string | undefined
  readonly version?: string | undefined
}

// The first library takes the version of UC Browser from another product, and has no Opera Mini.
function browserOf(known: Named, other: Named): Named {
  const [one, two] = [known.name ?? '', other.name ?? ''].map((name) =>
    name.replaceAll(' ', '').toLowerCase(),
  )
  if (one !== '' && two === `${one}mini`) return other
  return one === two && known.name === 'UC Browser' ? { ...known, version: other.version } : known
}

// The other library takes systems that it does not know for iOS.
function systemOf(known: Named, other: Named) {
  const read = known.name || other.name === 'iOS' ? known : other
  return { name: orNull(read.name), version: orNull(read.version) }
}

interface Device {
  readonly vendor?: string | undefined
  readonly model?: string | undefined
  readonly type?: string | undefined
}

function crawlerOf({ vendor, model }: Device) {
  return { type: 'bot' as const, vendor: orNull(vendor), model: orNull(model) }
}

function makerOf(known: Device, other: Device) {
  // A computer has no model in its header.
  const read = other.type === undefined || other.model === NO_MODEL ? {} : other
  const maker = /^Pixel\b/.test(read.model ?? '') ? 'Google' : read.vendor
  return { vendor: orNull(known.vendor ?? maker), model: orNull(read.model ?? known.model) }
}

// The library knows neither Chromebooks nor the other systems with X11 as desktops.
function typeOf(type: string | undefined, userAgent: string): DeviceType {
  const known = TYPES.find((one) => one === type)
  return known ?? (DESKTOP.test(userAgent) ? 'desktop' : 'other')
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
