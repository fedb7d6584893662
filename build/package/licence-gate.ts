/**
 * The licences that what we ship may have. All of them let anybody use, change and pass on the code, with a notice;
 * those that ask for the source of changes to the same files (MPL-2.0) are met by shipping the files unchanged.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence is not in the list, or not written as SPDX has it, and why they may be shipped. */
const EXCEPTIONS: readonly (readonly [name: RegExp, licence: string, reason: string])[] = [
  [/^@dicebear\//, '(MIT AND CC-BY-4.0)', 'the notices name the designer of each style'],
  [
    /^@dicebear\/(avataaars|bottts)(-neutral)?$/,
    'See LICENSE file',
    'MIT; the designs are free for personal and commercial use',
  ],
  [
    /^@img\/sharp-libvips-/,
    'LGPL-3.0-or-later',
    'libvips stays a file of its own, which anybody may replace',
  ],
  [
    /^@img\/sharp-(win32|wasm32)/,
    'Apache-2.0 AND LGPL-3.0-or-later',
    'libvips stays a file of its own, which anybody may replace',
  ],
  [
    /^@img\/sharp-wasm32$/,
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'libvips stays a file of its own, which anybody may replace',
  ],
  [/^date-holidays$/, '(ISC AND CC-BY-3.0)', 'the notices name the sources of the days'],
  [/^duck$/, 'BSD', 'its LICENSE is the BSD licence of two clauses'],
]

/**
 * Why a package may not be shipped; null when it may.
 * @param licence as its package.json writes it
 */
export function licenceFault(name: string, licence: string): string | null {
  if (isListed(licence) || EXCEPTIONS.some(([names, text]) => names.test(name) && text === licence))
    return null
  return `${name}: ${licence} is not a licence of the list in build/package/licence-gate.ts`
}

/** Whether a licence is in the list. "A OR B" lets us choose one, "A AND B" asks for both. */
export function isListed(expression: string): boolean {
  const licences = expression.replaceAll(/[()]/g, '').split(/ (?:or|and) /i)
  const mayChoose = / or /i.test(expression) && !/ and /i.test(expression)
  return mayChoose
    ? licences.some((licence) => ALLOWED.has(licence))
    : licences.every((licence) => ALLOWED.has(licence))
}
