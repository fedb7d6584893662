import { withCaseOf } from './letter-case.ts'

/** Armenian letters that stand for one sound together: BGN/PCGN 1981. */
export function latinPairsFromArmenian(text: string): string {
  return text.replaceAll(/ու/giu, (found) => withCaseOf(found, 'u')).replaceAll('և', 'ev')
}
