import { shownKeys } from '../shortcuts/use-shortcuts.ts'
import type { Clash } from '../shortcuts/shortcut-keys.ts'

/** Says which other shortcuts use these keys; empty if none does. */
export function clashWords(keys: string, clashes: readonly Clash[]): string {
  const [first, ...more] = clashes
  if (!first) return ''
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const where = first.where === 'Everywhere' ? 'everywhere' : `in ${first.where}`
  return `${shownKeys(keys).join(' ')} is already used for “${first.label}” ${where}${others}. If you use it here, it stops working there.`
}
