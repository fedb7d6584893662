import bowser from 'bowser'
import { UAParser } from 'ua-parser-js'
import { crawlerIn, isHeldByPerson } from './crawler.ts'
import { systemOf, type Named } from './operating-system.ts'

const TYPES = ['desktop', 'mobile', 'tablet', 'tv', 'bot'] as const
const DESKTOP = /\((?:(?:X11|CrOS|OS\/2)\b|Windows; U; Win)/
/** Televisions, boxes that play on one, and Amazon's sticks for them. */
const TELEVISION =
  /\bCrKey\/|\bApple ?TV\b|\btvOS\b|\b(?:HbbTV|CE-HTML|NETTV|OMI|ViziOS|YouViewHTML)\/|\bOpera TV\b|\bViera\b|\bVIDAA\b|\bAndr0id\b|\bSMART[ -]?TV\b|\bAFT[A-Z]\w*(?: Build|[;)])|\bAndroid [\d.]+; [^;)]*\bTV\b/i
/** Phones whose programs are in Java, and UC Browser on the iPhone. */
const OLD_PHONE =
  /\b(?:MIDP|CLDC|UP\.Browser|MAUI|WAP-Browser|DoCoMo|SymbianOS|Series[346]0|Maemo|Bada)\b|\bdv\(iPh/i
// RFC 9110, 10.1.5: the first product is the most significant.
const PROGRAM = /^(?!Mozilla\/)([!#$%&'*+.^_`|~\w-]{1,100})\/([!#$%&'*+.^_`|~\w-]{1,100})/
/** Browsers that others are built on, so that a more special name counts. */
const GENERAL = /^(?:chrome|safari|androidbrowser|internetexplorer|microsoftedge|firefox)$/
/** Names that say no more than that. */
const NOTHING_SPECIAL =
  /^(?:(?:mobile|headless)?chrome(?:webview|headless)?|mobilesafari|safari|androidbrowser|webkit|chromium|mozilla|ie(?:mobile)?|edge|firefox|mobilefirefox)$/
/** UC Browser under its other names; UCWEB is the platform, unless it is alone. */
const UC =
  /\b(?:UCMobile|UBrowser|UC ?Browser|UCMini)\/?([\d.]+)|^(?!.*\b(?:UC ?Browser|UCMini)\b)UCWEB\/?([\d.]+)/
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
  const { browser: read, engine, os, platform } = bowser.parse(userAgent)
  const other = new UAParser(userAgent).getResult()
  const browser = isNameOf(read) ? read : {}
  const program = browser.name ? null : PROGRAM.exec(userAgent)
  const system = systemOf(os, other.os, userAgent)
  const crawler = crawlerIn(userAgent, browser, system.name)
  const isBot = crawler?.type === 'bot'
  const type = isBot ? 'bot' : typeOf(platform.type, other.device.type, system.name, userAgent)
  const { name, version } = isBot ? crawler : browserOf(browser, other.browser, userAgent)
  return {
    browser: {
      name: orNull(name) ?? program?.[1] ?? orNull(crawler?.name),
      version: orNull(version) ?? program?.[2] ?? orNull(crawler?.version),
    },
    engine: { name: orNull(engine.name), version: orNull(engine.version) },
    os: system,
    device: type === 'bot' ? crawlerOf(platform) : { type, ...makerOf(platform, other.device) },
    is_bot: crawler !== null || (program !== null && !isHeldByPerson(userAgent, system.name)),
  }
}

// What the first library does not know it names by all that comes before a solidus.
function isNameOf({ name }: Named): boolean {
  return name !== undefined && name !== 'Mozilla' && !/[/(]/.test(name)
}

// The first library takes UC Browser and programs with a browser inside for Chrome or Safari, and has no Opera Mini.
function browserOf(known: Named, other: Named, userAgent: string): Named {
  const uc = UC.exec(userAgent)
  if (uc) return { name: 'UC Browser', version: uc[1] ?? uc[2] }
  const [one, two] = [known.name ?? '', other.name ?? ''].map((name) =>
    name.replaceAll(' ', '').toLowerCase(),
  )
  if (one === '' || two === `${one}mini`) return other
  const chrome = one === 'blackberry' ? /\bChrome\/([\d.]+)/.exec(userAgent)?.[1] : undefined
  if (chrome !== undefined) return { name: 'Chrome', version: chrome }
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
function typeOf(
  type: string | undefined,
  byModel: string | undefined,
  system: string | null,
  userAgent: string,
): DeviceType {
  if (TELEVISION.test(userAgent)) return 'tv'
  if (
    type === 'tablet' &&
    byModel !== 'tablet' &&
    system === 'Android' &&
    !/^(?:Mozilla|Opera)\//.test(userAgent)
  )
    return 'mobile'
  const known = TYPES.find((one) => one === type)
  if (known && !(known === 'desktop' && OLD_PHONE.test(userAgent))) return known
  if (OLD_PHONE.test(userAgent)) return 'mobile'
  return DESKTOP.test(userAgent) || system === 'macOS' || system === 'Windows' ? 'desktop' : 'other'
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
