import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.mjs'
import type { InstalledPackage } from './installed-package.ts'
import { standardText } from './standard-texts.ts'

const NOTICE_FILE = /^(un)?(licen[cs]e|copying|notice|copyright)([._-].*)?$/i
const CODE = /\.(c?js|mjs|json|ts)$/
const RULE = '-'.repeat(80)

const INTRODUCTION = `Toolgate is made with the work of many others. This file names each package whose code or
files come with it, and the licence it came under.

Packages with machine code lie beside Toolgate, each in a folder of its own, as they were published or
without what is only needed to compile them. Among them is libvips (https://www.libvips.org), which sharp uses: LGPL-3.0-or-later
(https://www.gnu.org/licenses/lgpl-3.0.html). It is a file of its own, which you may replace.

Within cld3-asm is the Compact Language Detector 3 (https://github.com/google/cld3) of Google: Apache-2.0
(https://www.apache.org/licenses/LICENSE-2.0).

The tables of characters in out/main/chunks/cmaps are Adobe's (https://github.com/adobe-type-tools/cmap-resources), in
the form of pdf.js: BSD-3-Clause, with their licence beside them.

The sources of a package under MPL-2.0 are at the address given with it.
`

/**
 * The text of THIRD-PARTY-NOTICES.txt. Packages with the same text share it.
 * @throws Error naming a package for which there is no text
 */
export function noticesText(packages: readonly InstalledPackage[]): string {
  const byText = new Map<string, InstalledPackage[]>()
  for (const each of packages) {
    const text = licenceTextOf(each)
    byText.set(text, [...(byText.get(text) ?? []), each])
  }
  const sections = [...byText].map(([text, sharing]) => `${sharing.map(lineOf).join('\n')}\n\n${text}`)
  return [INTRODUCTION, ...sections].join(`\n${RULE}\n\n`)
}

function lineOf({ name, version, licence, homepage }: InstalledPackage): string {
  return `${name} ${version} (${licence})${homepage === null ? '' : ` ${homepage}`}`
}

/**
 * What a package asks to be passed on with it: its own files, or else the text of its licence.
 * @throws Error when there is neither
 */
function licenceTextOf({ folder, name, licence, author }: InstalledPackage): string {
  const files = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((file) => file.isFile() && NOTICE_FILE.test(file.name) && !CODE.test(file.name))
    .map((file) =>
      readFileSync(join(ROOT, folder, file.name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    )
  const text =
    files.length > 0 ? files.join('\n\n') : standardText(licence, author ?? `the authors of ${name}`)
  if (text === null) throw new Error(`There is no text for the licence of ${name}: ${licence}`)
  return `${text}\n`
}
