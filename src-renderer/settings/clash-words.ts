import { shownKeys } from '../shortcuts/use-shortcuts.ts'
import type { Clash } from '../shortcuts/shortcut-keys.ts'

/** What else answers to some keys, as a sentence; empty when nothing does. */
export function clashWords(keys: string, clashes: readonly Clash[]): string {
  const [first, ...more] = clashes
  if (!first) return ''
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const where = first.where === 'Everywhere' ? 'everywhere' : `in ${first.where}`
  return `${shownKeys(keys).join(' ')} also does “${first.label}” ${where}${others}. Used here, it is taken from there.`
}
