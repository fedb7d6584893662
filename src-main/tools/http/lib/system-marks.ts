/** A system that names itself in a way that the libraries take for another, or for none. */
interface Mark {
  readonly name: string
  /** What follows may be its version, in the first group. */
  readonly mark: RegExp
  /** What the libraries have to say for the mark to count: nothing, or one of these. */
  readonly unless?: RegExp
}

const VERSION = String.raw`[ /;]*(\d[\d._]*)?`
const anyOf = (...words: string[]): RegExp => new RegExp(`(?:${words.join('|')})${VERSION}`)

/** In the order in which they count. */
const MARKS: readonly Mark[] = [
  { name: 'tvOS', mark: /\bApple ?TV\b(?:.*?\bOS (\d[\d_]*))?|\btvOS\b/ },
  { name: 'watchOS', mark: anyOf(String.raw`\bwatchOS`) },
  { name: 'Chromecast', mark: anyOf(String.raw`\bCrKey`) },
  { name: 'Google TV', mark: anyOf(String.raw`\bGoogleTV`) },
  { name: 'OpenHarmony', mark: /\bOpenHarmony[ -](\d[\d.]*)/ },
  { name: 'HarmonyOS', mark: /\bHarmonyOS\b(?: (\d[\d.]*))?/ },
  { name: 'PlayStation Vita', mark: anyOf(String.raw`\bPlayStation Vita`) },
  { name: 'Kindle', mark: anyOf(String.raw`\bKindle/`), unless: /^Android$/ },
  { name: 'Brew MP', mark: anyOf(String.raw`\b(?:Brew MP|BMP)\b`) },
  { name: 'BREW', mark: anyOf(String.raw`\bBREW\b`) },
  { name: 'Nokia Series 30 Plus', mark: /\bSeries30Plus\b/ },
  { name: 'Nokia Series 40', mark: /\bSeries40\b/ },
  { name: 'Symbian', mark: /\bS60(?:V\d)?\b/, unless: /^Symbian$/ },
  { name: 'Windows Phone', mark: /\bwds (\d[\d.]*)|\b(?:XBLWP7|ZuneWP7)\b/, unless: /^Windows Phone$/ },
  { name: 'Windows Mobile', mark: /\bWindows Mobile\b ?(\d[\d.]*)?|\bWindows CE\b(?=.*IEMobile)/ },
  // A desktop's name that a browser of the iPhone and the iPad sends when asked for desktop pages.
  { name: 'iOS', mark: /\b(?:CriOS|FxiOS|EdgiOS)\//, unless: /^iOS$/ },
  { name: 'Android', mark: /\bOculusBrowser\//, unless: /^Android$/ },
  { name: 'Android', mark: /^JUC ?\(Linux; U; (\d[\d.]*)/ },
  { name: 'FreeBSD', mark: /\bFreeBSD\//, unless: /^FreeBSD$/ },
  { name: 'Maemo', mark: /\bMaemo\b/ },
  { name: 'WebTV', mark: anyOf(String.raw`\bWebTV/`) },
  { name: 'iOS', mark: /\biOS\b(?:[;/ ] ?(\d[\d._]*))?/, unless: /./ },
  { name: 'macOS', mark: /\bDarwin\/[\d.]+.*\bi386\b|\bos\/macos#/, unless: /./ },
  { name: 'Android', mark: /\bAdr (\d[\d.]*)/, unless: /^Android$/ },
  { name: 'iOS', mark: /\bdv\(iP(?:h|ad).*\bov\((\d[\d_]*)/, unless: /./ },
  { name: 'macOS', mark: /\bMac ?OS(?: X)?(?:[ /](?:Version )?(\d[\d.]*))?\b/i, unless: /./ },
  { name: 'Windows', mark: /\bWindows\/(\d[\d.]*); Desktop/, unless: /./ },
  { name: 'Windows', mark: /\(win(7|8|10|11) x(?:64|86)\)/, unless: /./ },
  { name: 'Windows', mark: /\(Windows[;)]|; Microsoft Windows\)|\bWindows ?CE\b|\bWinNT \d/, unless: /./ },
]

/**
 * The system that a User-Agent header names by one of those marks.
 * @param known the name that the libraries have found, if any
 */
export function markedSystem(
  userAgent: string,
  known: string | undefined,
): { name: string; version: string | undefined } | null {
  for (const { name, mark, unless } of MARKS) {
    if (unless?.test(known ?? '')) continue
    const found = mark.exec(userAgent)
    if (found) return { name, version: found[1]?.replaceAll('_', '.') }
  }
  return null
}
