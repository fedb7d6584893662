import { isbot, isbotMatch } from 'isbot'
import type { Named } from './operating-system.ts'

/** A crawler by its name, also between brackets, with its version. */
const CRAWLER =
  /(?:^|[\s;(])([\w.-]{0,60}?(?:bot|crawler|spider|slurp|externalhit|facebookcatalog|imageproxy))\b(?:[/ ]v?(\d[\w.]*))?/i
/** The model of a device, whose maker may be called Cubot, and whose name Radar or Discovery. */
const MODEL =
  /(\bAndr[o0]id [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?|\bIEMobile\/[\d.]+; )(?:[^;)]*?)(?= Build\/|[;)])/g
/** Systems of what a person holds: a program that names one of them is an app, unless its name is that of a crawler. */
const PERSONAL = /^(?:Android|iOS|iPadOS|macOS|tvOS|watchOS|Windows)$/
/** Televisions name formats of pages, and phones of old the profiles of their Java. No crawler does. */
const DEVICE =
  /\b(?:HbbTV|CE-HTML|NETTV|OMI)\/|\b(?:MIDP|CLDC|UCWEB|UP\.Browser|MAUI)\b|\bpr\(UCBrowser|\bBada\//i
/** What a header that begins like a browser's names beside its engine. */
const COMPATIBLE = /[(;] ?compatible; (?!MSIE|Konqueror)([^;/()+]{1,60}?)(?:\/v?(\d[\w.]*))?(?= ?[;()]|$)/
const PRODUCT = /^\W*([!#$%&'*+.^_`|~\w-]{1,100})(?:\/v?([!#$%&'*+.^_`|~\w-]{1,100}))?/

export interface Crawler extends Named {
  /** `other` for a program that does not pretend to be a browser, and so has no device of its own. */
  readonly type: 'bot' | 'other'
}

/** Browsers that do not begin as the others do. */
const PLAIN_BROWSER = /^(?:Lynx|E?Links|w3m|Emacs-w3m|Dillo|NetSurf|nook browser|IBrowse|VMS_Mosaic)\b/
/** A program that isbot takes for a browser. */
const SHELL = /\b(?:Windows)?PowerShell(?=\/)/

/**
 * Whether a person holds what sends it: a browser of texts, an app that names a system of persons, a television or a
 * phone of old. The last two name formats and profiles that no program does.
 */
export function isHeldByPerson(userAgent: string, system: string | null): boolean {
  if (DEVICE.test(userAgent) || PLAIN_BROWSER.test(userAgent)) return true
  return PERSONAL.test(system ?? '') && !userAgent.startsWith('Mozilla/')
}

/**
 * The crawler or other program that sends a User-Agent header; null for a browser. isbot knows which words are of
 * programs. A crawler has the name that it gives itself.
 * @param known the browser that a library has found; it has names of its own for some crawlers
 * @param system the name of the system, if any
 */
export function crawlerIn(userAgent: string, known: Named, system: string | null): Crawler | null {
  const withoutModel = userAgent.replaceAll(MODEL, '$1')
  const [, name, version] = CRAWLER.exec(withoutModel) ?? []
  if (name !== undefined) {
    const isKnown = (known.name ?? '').toLowerCase() === name.toLowerCase()
    const itsVersion = version ?? (isKnown ? known.version : undefined)
    return { type: 'bot', name: isKnown ? known.name : name, version: itsVersion }
  }
  if (isHeldByPerson(userAgent, system) || !(isbot(withoutModel) || SHELL.test(userAgent))) return null
  return userAgent.startsWith('Mozilla/')
    ? { type: 'bot', ...disguised(withoutModel) }
    : { type: 'other', ...productOf(userAgent) }
}

// The product of a comment that says with what it is compatible; else the one whose word gave it away.
function disguised(userAgent: string): Named {
  const [, name, version] = COMPATIBLE.exec(userAgent) ?? []
  if (name !== undefined) return { name, version }
  const word = SHELL.exec(userAgent)?.[0] ?? isbotMatch(userAgent) ?? ''
  return productOf(userAgent.split(/[\s;,()]+/).find((part) => part.includes(word)) ?? '')
}

// RFC 9110, 10.1.5: the first product is the most significant.
function productOf(text: string): Named {
  const [, name, version] = PRODUCT.exec(text) ?? []
  return { name, version }
}
