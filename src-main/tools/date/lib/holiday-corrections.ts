import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'

interface Correction {
  /** A rule in the words of date-holidays. */
  readonly rule: string
  /** Null removes the rule of the library. */
  readonly day: HolidaysTypes.HolidayOptions | null
  /** Whether it holds for the country as a whole only, because regions have their own. */
  readonly nationwide?: true
}

const seollal = { name: { en: 'Korean New Year', ko: '설날' }, type: 'public' } as const
const seollalSubstitute = { ...seollal, substitute: true, active: [{ from: '2014-01-01' }] } as const
const springFestival = { name: { en: 'Spring Festival', zh: '春节' }, type: 'public' } as const

// Canada Labour Code, section 166: what the library has for the provinces alone.
const CANADA: readonly Correction[] = [
  { rule: 'monday before 05-25', day: named('Victoria Day', { fr: 'Fête de la Reine' }) },
  {
    rule: '09-30 since 2021',
    day: named('National Day for Truth and Reconciliation', {
      fr: 'Journée nationale de la vérité et de la réconciliation',
    }),
  },
  { rule: '2nd monday after 10-01', day: named('Thanksgiving', { fr: 'Action de grâce' }) },
  { rule: '11-11', day: named('Remembrance Day', { fr: 'Jour du Souvenir' }) },
  { rule: '12-26', day: named('Boxing Day', { fr: 'Lendemain de Noël' }) },
].map((one) => ({ ...one, nationwide: true as const }))

// Regulation on Public Holidays for National Festivals and Memorial Days, as amended in 2007, 2013 and 2024.
const CHINA: readonly Correction[] = [
  {
    rule: 'chinese 01-0-00',
    day: { ...springFestival, active: [{ to: '2014-01-01' }, { from: '2025-01-01' }] },
  },
  { rule: 'chinese 01-0-03', day: { ...springFestival, active: [{ from: '2014-01-01' }] } },
  {
    rule: '05-02',
    day: { ...named('Labour Day', { zh: '劳动节' }), active: [{ from: '2025-01-01' }] },
  },
  // Days for a part of the people, half of them half days.
  { rule: '03-08 12:00', day: named("International Women's Day", { zh: '国际妇女节' }, 'observance') },
  { rule: '05-04 12:00', day: named('Youth Day', { zh: '青年节' }, 'observance') },
  { rule: '06-01', day: named("Children's Day", { zh: '六一儿童节' }, 'observance') },
  { rule: '08-01 12:00', day: named('Army Day', { zh: '建军节' }, 'observance') },
]

// Regulations on Holidays of Public Offices, articles 2 and 3: the new year's day with the days before
// and after it, and another day for one of the three on a Sunday.
const KOREA: readonly Correction[] = [
  { rule: 'korean 01-0-01 P3D', day: null },
  { rule: 'korean 01-0-00 P3D', day: seollal },
  { rule: 'substitutes korean 01-0-00 if sunday then next wednesday', day: seollalSubstitute },
  { rule: 'substitutes korean 01-0-01 if sunday then next tuesday', day: seollalSubstitute },
  { rule: 'substitutes korean 01-0-02 if sunday then next monday', day: seollalSubstitute },
]

const CORRECTIONS: Readonly<Record<string, readonly Correction[]>> = {
  CA: CANADA,
  // Ley 2.977 has the Saturday before Easter, not the Sunday.
  CL: [
    { rule: 'easter -1', day: named('Holy Saturday', { es: 'Sábado Santo' }) },
    { rule: 'easter', day: named('Easter Sunday', { es: 'Pascua' }, 'observance') },
  ],
  CN: CHINA,
  KR: KOREA,
  // Law 52/2023 adds the two days from 2024 on.
  RO: [
    {
      rule: '01-06',
      day: { ...named('Epiphany', { ro: 'Bobotează' }), active: [{ from: '2024-01-01' }] },
    },
    {
      rule: '01-07',
      day: {
        ...named('Synaxis of John the Baptist', { ro: 'Sfântul Ioan Botezătorul' }),
        active: [{ from: '2024-01-01' }],
      },
    },
  ],
  // Ministry of Manpower, public holidays of 2023: Deepavali fell on a Sunday.
  SG: [{ rule: '2023-11-12', day: named('Deepavali') }],
  // Law 2429, article 2: three and a half and four and a half days, of which the half ones are the afternoons before.
  TR: [
    { rule: '1 Shawwal PT90H', day: null },
    { rule: '1 Shawwal P3D', day: named('Eid al-Fitr', { tr: 'Ramazan Bayramı' }) },
    { rule: '10 Dhu al-Hijjah PT114H', day: null },
    { rule: '10 Dhu al-Hijjah P4D', day: named('Eid al-Adha', { tr: 'Kurban Bayramı' }) },
  ],
  // 5 U.S.C. 6103 (b) treats all days alike; the library has this one as a day of banks.
  US: [
    {
      rule: 'substitutes 11-11 if sunday then next monday if saturday then previous friday',
      day: { ...named('Veterans Day', { es: 'Día del Veterano' }), substitute: true },
    },
  ],
}

/** Lays the law of some countries over what the library says of them. */
export function correctHolidays(calendar: Holidays, country: string, ofRegion: boolean): void {
  for (const { rule, day, nationwide } of CORRECTIONS[country] ?? []) {
    if (nationwide && ofRegion) continue
    // The library's README: false removes a rule. Its types leave that out, as a rule of a kind that was
    // not asked for does nothing.
    calendar.setHoliday(rule, false as unknown as string)
    // The library writes to what it is given.
    if (day) calendar.setHoliday(rule, structuredClone(day))
  }
}

function named(
  en: string,
  others: Readonly<Record<string, string>> = {},
  type: HolidaysTypes.HolidayType = 'public',
): HolidaysTypes.HolidayOptions {
  return { name: { en, ...others }, type }
}
