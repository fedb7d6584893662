import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import type { Correction } from './holiday-correction.ts'
import { BULGARIA } from './bulgarian-holidays.ts'
import { INDONESIA, SINGAPORE } from './feasts-by-sighting.ts'
import { MORE_CORRECTIONS } from './more-holiday-corrections.ts'
import { taiwaneseHolidays } from './taiwan-holidays.ts'
import { thaiHolidays } from './thai-holidays.ts'

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

// Labour Day is one for all since 2026.
// Regulations on Holidays of Public Offices, articles 2 and 3: the new year's day with the days before
// and after it, and another day for one of the three on a Sunday.
const KOREA: readonly Correction[] = [
  { rule: '05-01', day: { ...named('Labour Day', { ko: '노동절' }), active: [{ from: '2026-01-01' }] } },
  {
    rule: 'substitutes 05-01 if saturday,sunday then next monday',
    day: { ...named('Labour Day', { ko: '노동절' }), substitute: true, active: [{ from: '2026-01-01' }] },
  },
  { rule: 'korean 01-0-01 P3D', day: null },
  { rule: 'korean 01-0-00 P3D', day: seollal },
  { rule: 'substitutes korean 01-0-00 if sunday then next wednesday', day: seollalSubstitute },
  { rule: 'substitutes korean 01-0-01 if sunday then next tuesday', day: seollalSubstitute },
  { rule: 'substitutes korean 01-0-02 if sunday then next monday', day: seollalSubstitute },
]

// Federal Decree-Law and Cabinet Resolution 27 of 2024; the two others were dropped in 2019.
const EMIRATES: readonly Correction[] = [
  {
    rule: '27 Rajab',
    day: { ...named("Isra and Mi'raj", { ar: 'الإسراء والمعراج' }, 'observance') },
  },
  { rule: '1 Ramadan', day: named('First day of Ramadan', { ar: 'اليوم الأول من رمضان' }, 'observance') },
  { rule: '9 Dhu al-Hijjah', day: named('Arafat Day', { ar: 'وقفة عرفة' }) },
  { rule: '12-03', day: named('National Day', { ar: 'اليوم الوطني' }) },
]

// Decree 2-77-169, article 1: two days for the feasts; Decree 2-23-1000 adds the Amazigh new year.
const MOROCCO: readonly Correction[] = [
  {
    rule: '01-14',
    day: { ...named('Amazigh New Year', { ar: 'رأس السنة الأمازيغية' }), active: [{ from: '2024-01-01' }] },
  },
  { rule: '1 Shawwal', day: null },
  { rule: '1 Shawwal P2D', day: named('Eid al-Fitr', { ar: 'عيد الفطر' }) },
  { rule: '10 Dhu al-Hijjah', day: null },
  { rule: '10 Dhu al-Hijjah P2D', day: named('Eid al-Adha', { ar: 'عيد الأضحى' }) },
  { rule: '12 Rabi al-awwal', day: null },
  { rule: '12 Rabi al-awwal P2D', day: named('Mawlid', { ar: 'المولد النبويّ' }) },
]

const CORRECTIONS: Readonly<Record<string, readonly Correction[]>> = {
  ...MORE_CORRECTIONS,
  AE: EMIRATES,
  BG: BULGARIA,
  CA: CANADA,
  // Ley 2.977 has the Saturday before Easter, not the Sunday.
  CL: [
    { rule: 'easter -1', day: named('Holy Saturday', { es: 'Sábado Santo' }) },
    { rule: 'easter', day: named('Easter Sunday', { es: 'Pascua' }, 'observance') },
  ],
  CN: CHINA,
  // Ley 51 de 1983, article 1, leaves out the Sunday.
  CO: [{ rule: 'easter', day: named('Easter Sunday', { es: 'Pascua' }, 'observance') }],
  // Green Monday is the 48th day before Easter, and the Monday after Pentecost is Kataklysmos.
  CY: [
    { rule: 'orthodox -47', day: null },
    { rule: 'orthodox -48', day: named('Green Monday', { el: 'Καθαρά Δευτέρα' }) },
    { rule: 'orthodox 49', day: named('Pentecost', { el: 'Πεντηκοστή' }, 'observance') },
    { rule: 'orthodox 50', day: named('Kataklysmos', { el: 'Κατακλυσμός' }) },
  ],
  ID: INDONESIA,
  // Lög 88/1971, 6: the first Thursday after the 18th of April.
  IS: [
    { rule: 'thursday after 04-18', day: null },
    { rule: 'thursday after 04-19', day: named('First Day of Summer', { is: 'Sumardagurinn fyrsti' }) },
  ],
  // Public Holidays Act, chapter 110, has Good Friday and Easter Monday.
  KE: [{ rule: 'easter', day: named('Easter Sunday', { sw: 'Pasaka' }, 'observance') }],
  KR: KOREA,
  // Darbo kodeksas, article 123, and the law on holidays of Latvia count these Sundays.
  LT: [
    { rule: '1st sunday in May', day: named("Mother's Day", { lt: 'Motinos diena' }) },
    { rule: '1st sunday in June', day: named("Father's Day", { lt: 'Tėvo diena' }) },
  ],
  LV: [{ rule: '2nd sunday in May', day: named("Mother's Day", { lv: 'Mātes diena' }) }],
  MA: MOROCCO,
  // Public Holidays Act: these three are not in it.
  NG: [
    { rule: '05-27', day: named("Children's Day", {}, 'observance') },
    { rule: '11-01 since 2020', day: named('National Youth Day', {}, 'observance') },
    { rule: '1 Muharram', day: named('Islamic New Year', {}, 'observance') },
  ],
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
  SG: SINGAPORE,
  TH: thaiHolidays(),
  TW: taiwaneseHolidays(),
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
