import { counted } from '../counted.ts'

/** In how many places the guards of a key have put a label such as [EMAIL]. */
export interface Redacted {
  /** Of what the call sent, before its tool got it. */
  readonly arguments: number
  /** Of what its tool answered, before the answer was hashed. */
  readonly results: number
}

/** What a caller should know of an answer with labels. */
export function redactedWords({ arguments: sent, results }: Redacted): string {
  const parts = [
    ...(sent === 0 ? [] : [`the input in ${counted(sent, 'place')}`]),
    ...(results === 0 ? [] : [`the output in ${counted(results, 'place')}`]),
  ]
  return `Guards of this key have redacted ${parts.join(' and ')}.`
}
