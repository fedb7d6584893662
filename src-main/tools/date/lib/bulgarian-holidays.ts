import type { Correction } from './holiday-correction.ts'

const EASTER = { name: { en: 'Holy Saturday', bg: 'Велика събота' }, type: 'public' } as const
const CHRISTMAS = { name: { en: 'Christmas Day', bg: 'Рождество Христово' }, type: 'public' } as const
const OTHERS = ['01-01', '03-03', '05-01', '05-06', '05-24', '09-06', '09-22'].map(
  (day) => `${day} if sunday then next monday if saturday then next monday`,
)
// Three days in a row, of which one or two are at a weekend.
const AT_CHRISTMAS = [
  '12-24 if sunday then next wednesday if saturday then next tuesday',
  '12-25 if sunday then next wednesday if saturday then next monday',
  '12-26 if sunday then next tuesday if saturday then next monday',
]
const OFF: NonNullable<Correction['day']> = {
  name: { en: 'Day off for a holiday at the weekend', bg: 'Почивен ден за празник в събота или неделя' },
  type: 'public',
  substitute: true,
  active: [{ from: '2017-01-01' }],
}

/** Labour Code of Bulgaria, article 154: what the library lacks of it, and the days off of paragraph 2. */
export const BULGARIA: readonly Correction[] = [
  { rule: 'orthodox -1', day: EASTER },
  { rule: '12-26', day: CHRISTMAS },
  ...[...OTHERS, ...AT_CHRISTMAS].map((rule) => ({ rule: `substitutes ${rule}`, day: OFF })),
]
