import bowser from 'bowser'
import { UAParser } from 'ua-parser-js'
import { systemOf, type Named } from './operating-system.ts'

const TYPES = ['desktop', 'mobile', 'tablet', 'tv', 'bot'] as const
const DESKTOP = /\((?:(?:X11|CrOS|OS\/2)\b|Windows; U; Win)/
/** Boxes that play on a television. */
const TELEVISION = /\bCrKey\/|\bApple ?TV\b|\btvOS\b/
const BOT = /bot\b|crawl|spider|slurp|headless|https?:\/\//i
// RFC 9110, 10.1.5: the first product is the most significant.
const PROGRAM = /^([!#$%&'*+.^_`|~\w-]{1,100})\/([!#$%&'*+.^_`|~\w-]{1,100})/
/** A crawler by its name, also between brackets, with its version. */
const CRAWLER =
  /(?:^|[\s;(])([\w.-]{0,60}?(?:bot|crawler|spider|slurp|externalhit|facebookcatalog))\b(?:[/ ]v?(\d[\w.]*))?/i
/** Browsers that others are built on, so that a more special name counts. */
const GENERAL = /^(?:chrome|safari|androidbrowser|internetexplorer|microsoftedge|firefox)$/
/** Names that say no more than that. */
const NOTHING_SPECIAL =
  /^(?:(?:mobile|headless)?chrome(?:webview|headless)?|mobilesafari|safari|androidbrowser|webkit|chromium|mozilla|ie(?:mobile)?|edge|firefox|mobilefirefox)$/
/** UC Browser under its other names. */
const UC = /\b(?:UCMobile|UBrowser|UC ?Browser|UCWEB)\/?([\d.]+)/
/** In Compatibility View, Internet Explorer says that it is version 7, and its engine says which one it is. */
const TRIDENT = /\bTrident\/([4-7])\.0/
const TRIDENT_TO_IE = 4
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
  const crawler = crawlerIn(userAgent, browser)
  const type = crawler ? 'bot' : typeOf(platform.type, other.device.type, userAgent)
  const { name, version } = crawler ?? browserOf(browser, other.browser, userAgent)
  return {
    browser: {
      name: orNull(name) ?? program?.[1] ?? null,
      version: orNull(version) ?? program?.[2] ?? null,
    },
    engine: { name: orNull(engine.name), version: orNull(engine.version) },
    os: systemOf(os, other.os, userAgent),
    device: type === 'bot' ? crawlerOf(platform) : { type, ...makerOf(platform, other.device) },
    is_bot: type === 'bot' || program !== null || BOT.test(userAgent),
  }
}

// A crawler has the name that it gives itself; the first library has names of its own for some.
function crawlerIn(userAgent: string, known: Named): Named | null {
  const [, name, version] = CRAWLER.exec(userAgent) ?? []
  if (name === undefined) return null
  const isKnown = (known.name ?? '').toLowerCase() === name.toLowerCase()
  return { name: isKnown ? known.name : name, version: version ?? (isKnown ? known.version : undefined) }
}

// The first library takes UC Browser and programs with a browser inside for Chrome or Safari, and has no Opera Mini.
function browserOf(known: Named, other: Named, userAgent: string): Named {
  const uc = UC.exec(userAgent)
  if (uc) return { name: 'UC Browser', version: uc[1] }
  const [one, two] = [known.name ?? '', other.name ?? ''].map((name) =>
    name.replaceAll(' ', '').toLowerCase(),
  )
  if (one !== '' && two === `${one}mini`) return other
  const ie = one === 'internetexplorer' ? TRIDENT.exec(userAgent)?.[1] : undefined
  if (ie !== undefined) return { name: known.name, version: `${Number(ie) + TRIDENT_TO_IE}.0` }
  return GENERAL.test(one!) && two !== '' && !NOTHING_SPECIAL.test(two!) ? other : known
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

// The library knows neither Chromebooks nor the other systems with X11 as desktops. Programs of Android do not say
// that they are mobile, as browsers do, so it takes phones for tablets.
function typeOf(type: string | undefined, byModel: string | undefined, userAgent: string): DeviceType {
  if (TELEVISION.test(userAgent)) return 'tv'
  if (type === 'tablet' && byModel === 'mobile' && userAgent.startsWith('Dalvik/')) return 'mobile'
  const known = TYPES.find((one) => one === type)
  return known ?? (DESKTOP.test(userAgent) ? 'desktop' : 'other')
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
