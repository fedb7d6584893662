import { hasOddCharacters } from './odd-characters.ts'
import type { Definition } from './source.ts'

/** Each repetition has a bound, so that a long text without an address takes no longer than others. */
const CANDIDATE =
  /(?<start>[a-z][a-z0-9+.-]{0,15}:\/\/|\/\/|www\.|[\w.+-]{1,64}@)?(?<host>(?:[\p{L}\p{N}_-]{1,63}(?:\.|\[\.\])){1,20}[\p{L}\p{N}-]{1,63})(?<rest>(?::\d{1,5})?(?:\/[^\s"'<>)\]]{0,200})?)/giu
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** Names that lead somewhere without being in the list of public ones. */
const OTHER_ENDINGS = /\.(?:example|test|local|internal|localhost|onion|home|lan|corp)$/i
/** Countries and other endings that files have, too. */
const FILE_ENDINGS =
  /\.(?:md|py|sh|rs|zip|mov|pl|ps|cc|so|app|ai|java|sc|st|tf|vi|mk|in|is|as|do|id|to|no|be|it|at)$/i
const TO_A_MODEL =
  /\bignore (?:all |any |the )?(?:previous|prior|above|other)\b|\bdo not (?:tell|mention|show)\b|\bwithout (?:telling|asking)\b|<\/?(?:important|system|secret)[^>]{0,200}>|\bsystem prompt\b|\bbefore (?:using|calling) (?:this|any)\b|\bsecretly\b/i

/**
 * What is striking in a definition, in sentences, beside the one that was approved. These rules can miss things; a
 * person reads the text.
 */
export async function findingsOf(
  seen: Definition,
  approved: Definition | null,
): Promise<readonly string[]> {
  const text = textOf(seen)
  const before = textOf(approved ?? {})
  const known = new Set(await addressesIn(before))
  const addresses = (await addressesIn(text)).filter((address) => !known.has(address))
  const order = TO_A_MODEL.exec(text)
  return [
    ...(hasOddCharacters(seen)
      ? ['It has characters that nobody sees; they are shown as code points.']
      : []),
    ...(order && !before.includes(order[0])
      ? [`It has words that look like orders to a model: "${order[0].slice(0, 60)}".`]
      : []),
    ...(addresses.length > 0 ? [`It names ${addresses.slice(0, 3).join(', ')}.`] : []),
    ...(approved && saysReadOnly(approved) && !saysReadOnly(seen)
      ? ['It no longer says of itself that it only reads.']
      : []),
  ]
}

/** The addresses in a text, each once: of the web with or without `https://`, of mail, and of machines. */
async function addressesIn(text: string): Promise<string[]> {
  const { getPublicSuffix, parse } = await import('tldts')
  const found = new Set<string>()
  for (const { 0: whole, groups } of text.matchAll(CANDIDATE)) {
    const { start = '', host = '', rest = '' } = groups ?? {}
    const name = host.replaceAll('[.]', '.')
    const isAddress =
      start !== '' ||
      IP_ADDRESS.test(name) ||
      OTHER_ENDINGS.test(name) ||
      (parse(name).isIcann === true &&
        getPublicSuffix(name) !== name &&
        (rest !== '' || !FILE_ENDINGS.test(name)))
    if (isAddress) found.add(whole.replace(/[.,;:!?]+$/, ''))
  }
  return [...found]
}

// Everything that a model may read, without the escapes of JSON, which would hide where a word begins.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .flatMap(([name, part]) => [name, textOf(part)])
    .join('\n')
}

function saysReadOnly({ annotations }: Definition): boolean {
  return annotations?.readOnlyHint === true
}
