import { counted } from '../../../src-shared/counted.ts'

/** An amount with its unit, such as `1 credit` or `1,000 credits`. */
export function creditWords(credits: number): string {
  return counted(credits, 'credit')
}
