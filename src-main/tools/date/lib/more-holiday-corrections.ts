import { dayOff, type Correction } from './holiday-correction.ts'

type Names = Readonly<Record<string, string>>

/** Law 7651 of Albania: a Monday is given for a weekend. */
const ALBANIA: readonly Correction[] = [
  ...onWeekdays(
    '10-19',
    { en: 'Mother Teresa Day', sq: 'Dita e Nënë Terezës' },
    { from: '2004-01-01', to: '2018-01-01' },
  ),
  ...onWeekdays('09-05', { en: 'Mother Teresa Day', sq: 'Dita e Nënë Terezës' }, { from: '2018-01-01' }),
  ...onWeekdays('11-22', { en: 'Alphabet Day', sq: 'Dita e Alfabetit' }, { from: '2024-01-01' }),
]

/** Loi 63-278 and loi 23-10 of 2023 of Algeria: two days for each feast, and three since then. */
const ALGERIA: readonly Correction[] = [
  ...feastInAlgeria('1 Shawwal', { en: 'Eid al-Fitr', fr: 'Aïd el-Fitr', ar: 'عيد الفطر' }),
  ...feastInAlgeria('10 Dhu al-Hijjah', { en: 'Eid al-Adha', fr: 'Aïd el-Adha', ar: 'عيد الأضحى' }),
]

const FITR = { en: 'Eid al-Fitr', ar: 'عيد الفطر' }
const ASHURA = { en: 'Ashura', ar: 'عاشوراء' }

/** In Ethiopia a year begins a day later before a leap year of the Gregorian calendar. */
const YEARS_BEFORE_LEAP_YEARS = Array.from({ length: 50 }, (_, at) => 1_903 + 4 * at)
const ETHIOPIA: readonly Correction[] = [
  { rule: '01-06 in non-leap years', day: null },
  { rule: '01-07 in leap years', day: null },
  { rule: '01-07', day: dayOff({ en: 'Christmas', am: 'ልደተ-ለእግዚእነ/ ልደተ-ክርስቶስ' }) },
  { rule: '01-19', day: null },
  ...['01-19 in non-leap years', '01-20 in leap years'].map((rule) => ({
    rule,
    day: dayOff({ en: 'Epiphany', am: 'ብርሃነ ጥምቀት' }),
  })),
  ...ethiopian('09-11', '09-12', { en: 'New Year', am: 'እንቁጣጣሽ' }),
  ...ethiopian('09-27', '09-28', { en: 'Finding of the True Cross', am: 'ብርሐነ-መስቀል' }),
  { rule: '05-01', day: dayOff({ en: 'Labour Day', am: 'የሠራተኞች ቀን' }) },
  { rule: '05-05', day: dayOff({ en: "Patriots' Victory Day", am: 'የአርበኞች ቀን' }) },
  // Proclamation 1334/2024 no longer has it.
  {
    rule: '05-28',
    day: { ...dayOff({ en: 'Derg Downfall Day', am: 'ደርግ የወደቀበት ቀን' }), active: [{ to: '2025-01-01' }] },
  },
  { rule: '03-28', day: { ...dayOff({ en: 'Day of Lament' }), type: 'observance' } },
  { rule: '1 Ramadan', day: { ...dayOff({ en: 'First day of Ramadan' }), type: 'observance' } },
]

const SERBIAN: Readonly<Record<string, Names>> = {
  '01-01': { en: "New Year's Day", sr: 'Нова Година' },
  '02-15': { en: 'Statehood Day', sr: 'Дан државности Србије' },
  '05-01': { en: 'Labour Day', sr: 'Празник рада' },
}

/**
 * What countries have beside the library, by their laws as Python's holidays package (0.105) has them; where it names
 * the law, so does this.
 */
export const MORE_CORRECTIONS: Readonly<Record<string, readonly Correction[]>> = {
  AL: ALBANIA,
  // Not since 2022.
  AM: [
    {
      rule: '01-03 P3D',
      day: {
        ...dayOff({ en: 'Pre-Christmas holidays', hy: 'Նախածննդյան տոներ' }),
        active: [{ to: '2022-01-01' }],
      },
    },
  ],
  BH: [
    { rule: '1 Shawwal', day: null },
    { rule: '1 Shawwal P3D', day: dayOff(FITR) },
    { rule: '9 Muharram', day: dayOff(ASHURA) },
  ],
  // Ley 9803, from 2020 on.
  CR: [
    {
      rule: '10-12 if monday then previous friday',
      day: { ...dayOff({ en: 'Columbus Day', es: 'Día de la Raza' }), active: [{ to: '2020-01-01' }] },
    },
  ],
  DZ: ALGERIA,
  // The library has the month and the day the wrong way round.
  EC: [
    { rule: '09-10', day: null },
    { rule: '10-09', day: dayOff({ en: 'Independence of Guayaquil', es: 'Independencia de Guayaquil' }) },
    {
      rule: 'easter -3',
      day: { ...dayOff({ en: 'Maundy Thursday', es: 'Jueves Santo' }), type: 'observance' },
    },
  ],
  ET: ETHIOPIA,
  // Labour Code of Georgia; in 2024 by decree 167.
  GE: [
    {
      rule: '05-17',
      day: {
        ...dayOff({
          en: 'Day of Family Sanctity and Respect for Parents',
          ge: 'ოჯახის სიწმინდისა და მშობლების პატივისცემის დღე',
        }),
        active: [{ from: '2024-01-01' }],
      },
    },
  ],
  // The statutory holidays of 2025: Republic Day is one again, and Founders' Day is that of September.
  GH: [
    {
      rule: '08-04 and if Saturday, Sunday then next Monday',
      day: {
        ...dayOff({ en: "Founders' Day" }),
        substitute: true,
        active: [{ from: '2019-01-01', to: '2025-01-01' }],
      },
    },
    {
      rule: '07-01',
      day: { ...dayOff({ en: 'Republic Day' }), active: [{ to: '2019-01-01' }, { from: '2025-01-01' }] },
    },
  ],
  // In those years it was in the Holy Week, and moved out of it.
  GR: [
    {
      rule: '05-01',
      day: {
        ...dayOff({ en: 'Labour Day', el: 'Εργατική Πρωτομαγιά' }),
        disable: ['2021-05-01', '2024-05-01'],
        enable: ['2021-05-04', '2024-05-07'],
      },
    },
  ],
  MD: [
    {
      rule: '06-01',
      day: {
        ...dayOff({ en: "Children's Day", ro: 'Ziua Ocrotirii Copilului' }),
        active: [{ from: '2016-01-01' }],
      },
    },
  ],
  // The day after is given for a Sunday, which stays a holiday.
  RS: [
    // Law on State and Other Holidays, article 4: from Good Friday to the Monday.
    { rule: 'orthodox -1', day: dayOff({ en: 'Holy Saturday', sr: 'Велика субота' }) },
    ...Object.entries(SERBIAN).flatMap(([first, name]) => {
      const second = first.replace(/\d$/, (digit) => String(Number(digit) + 1))
      return [
        { rule: `${first} if sunday then next tuesday`, day: null },
        { rule: `${second} if sunday then next monday`, day: null },
        { rule: `${first} and if sunday then next tuesday`, day: { ...dayOff(name), substitute: true } },
        { rule: `${second} and if sunday then next monday`, day: { ...dayOff(name), substitute: true } },
      ]
    }),
  ],
  // The library has the second of January.
  TZ: [
    { rule: '01-02', day: null },
    { rule: '01-12', day: dayOff({ en: 'Zanzibar Revolution Day' }) },
  ],
}

function onWeekdays(
  day: string,
  name: Names,
  active: { readonly from: string; readonly to?: string },
): Correction[] {
  const rule = `${day} and if saturday,sunday then next monday`
  return [{ rule, day: { ...dayOff(name), substitute: true, active: [{ ...active }] } }]
}

function feastInAlgeria(first: string, name: Names): Correction[] {
  const from = '2023-06-01'
  return [
    { rule: first, day: null },
    { rule: `${first} P2D`, day: { ...dayOff(name), active: [{ to: from }] } },
    { rule: `${first} P3D`, day: { ...dayOff(name), active: [{ from }] } },
  ]
}

function ethiopian(day: string, dayBeforeLeapYear: string, name: Names): Correction[] {
  return [
    { rule: `${day} in non-leap years`, day: null },
    { rule: `${dayBeforeLeapYear} in leap years`, day: null },
    {
      rule: day,
      day: {
        ...dayOff(name),
        disable: YEARS_BEFORE_LEAP_YEARS.map((year) => `${year}-${day}`),
        enable: YEARS_BEFORE_LEAP_YEARS.map((year) => `${year}-${dayBeforeLeapYear}`),
      },
    },
  ]
}
