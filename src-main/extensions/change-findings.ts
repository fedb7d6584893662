import { hasOddCharacters } from './odd-characters.ts'
import type { Definition } from './source.ts'

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)\]]+|\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g
const TO_A_MODEL =
  /\bignore (?:all |any |the )?(?:previous|prior|above|other)\b|\bdo not (?:tell|mention|show)\b|\bwithout (?:telling|asking)\b|<\/?(?:important|system|secret)[^>]*>|\bsystem prompt\b|\bbefore (?:using|calling) (?:this|any)\b|\bsecretly\b/i

/**
 * What is striking in a definition, in sentences, beside the one that was approved. These rules can miss things; a
 * person reads the text.
 */
export function findingsOf(seen: Definition, approved: Definition | null): readonly string[] {
  const text = JSON.stringify(seen)
  const before = JSON.stringify(approved ?? {})
  const known = new Set(before.match(ADDRESS) ?? [])
  const addresses = [...new Set(text.match(ADDRESS) ?? [])].filter((address) => !known.has(address))
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

function saysReadOnly({ annotations }: Definition): boolean {
  return annotations?.readOnlyHint === true
}
