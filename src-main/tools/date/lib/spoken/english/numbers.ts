const ONES = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The hours of a clock in words, as a pattern. */
export const HOUR_WORD = [...ONES, ...TEENS.slice(0, 3)].join('|')
/** Numbers from 1 to 59 in words, as a pattern; the longest come first. */
export const NUMBER_WORD = `${tensOf(TENS.slice(0, 4))}|${[...TEENS, ...ONES].join('|')}`
/** Numbers from 10 to 99 in words, as a pattern. */
export const LARGE_NUMBER_WORD = `${tensOf(TENS)}|${TEENS.join('|')}`
/** The same, or in digits. */
export const NUMBER = `\\d{1,3}|${NUMBER_WORD}`

const PLACES = 'first second third fourth fifth'.split(' ')
/** Places in a month in digits or in words, as a pattern. */
export const PLACE = `${PLACES.join('|')}|\\d{1,2}(?:st|nd|rd|th)`

function tensOf(tens: readonly string[]): string {
  return `(?:${tens.join('|')})(?:[- ](?:${ONES.join('|')}))?`
}

/** The number that such a word stands for; `a` is one. */
export function numberIn(word: string): number {
  const small = word.toLowerCase()
  if (/^\d/.test(small)) return Number.parseInt(small, 10)
  const [first = '', second = ''] = small.split(/[- ]/)
  const tens = TENS.indexOf(first)
  if (tens !== -1) return (tens + 2) * 10 + ONES.indexOf(second) + 1
  const teen = TEENS.indexOf(first)
  const place = PLACES.indexOf(first)
  return teen !== -1 ? teen + 10 : place !== -1 ? place + 1 : Math.max(ONES.indexOf(first), 0) + 1
}
