import type { HolidaysTypes } from 'date-holidays'
import type { Correction } from './holiday-correction.ts'

type Names = Readonly<Record<string, string>>

/** Albania's law on official holidays, article 2, with weekends: a Monday is given. */
const ALBANIA: readonly Correction[] = [
  ...onWeekdays(
    '10-19',
    { en: 'Mother Teresa Day', sq: 'Dita e Nënë Terezës' },
    { from: '2004-01-01', to: '2018-01-01' },
  ),
  ...onWeekdays('09-05', { en: 'Mother Teresa Day', sq: 'Dita e Nënë Terezës' }, { from: '2018-01-01' }),
  ...onWeekdays('11-22', { en: 'Alphabet Day', sq: 'Dita e Alfabetit' }, { from: '2024-01-01' }),
]

/** Law 63-278 as amended in 2023: two days for each feast, and three since then. */
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
  { rule: '01-07', day: off({ en: 'Christmas', am: 'ልደተ-ለእግዚእነ/ ልደተ-ክርስቶስ' }) },
  { rule: '01-19', day: null },
  ...['01-19 in non-leap years', '01-20 in leap years'].map((rule) => ({
    rule,
    day: off({ en: 'Epiphany', am: 'ብርሃነ ጥምቀት' }),
  })),
  ...ethiopian('09-11', '09-12', { en: 'New Year', am: 'እንቁጣጣሽ' }),
  ...ethiopian('09-27', '09-28', { en: 'Finding of the True Cross', am: 'ብርሐነ-መስቀል' }),
  { rule: '05-01', day: off({ en: 'Labour Day', am: 'የሠራተኞች ቀን' }) },
  { rule: '05-05', day: off({ en: "Patriots' Victory Day", am: 'የአርበኞች ቀን' }) },
  // Proclamation 1334/2024 no longer has it.
  {
    rule: '05-28',
    day: { ...off({ en: 'Derg Downfall Day', am: 'ደርግ የወደቀበት ቀን' }), active: [{ to: '2025-01-01' }] },
  },
  { rule: '03-28', day: { ...off({ en: 'Day of Lament' }), type: 'observance' } },
  { rule: '1 Ramadan', day: { ...off({ en: 'First day of Ramadan' }), type: 'observance' } },
]

const SERBIAN: Readonly<Record<string, Names>> = {
  '01-01': { en: "New Year's Day", sr: 'Нова Година' },
  '02-15': { en: 'Statehood Day', sr: 'Дан државности Србије' },
  '05-01': { en: 'Labour Day', sr: 'Празник рада' },
}

/** By their laws, what countries have beside the library. */
export const MORE_CORRECTIONS: Readonly<Record<string, readonly Correction[]>> = {
  AL: ALBANIA,
  // Law on holidays of Armenia, as amended in 2021.
  AM: [
    {
      rule: '01-03 P3D',
      day: {
        ...off({ en: 'Pre-Christmas holidays', hy: 'Նախածննդյան տոներ' }),
        active: [{ to: '2022-01-01' }],
      },
    },
  ],
  // Labour Law of Bahrain and the edicts of its Prime Minister for each year.
  BH: [
    { rule: '1 Shawwal', day: null },
    { rule: '1 Shawwal P3D', day: off(FITR) },
    { rule: '9 Muharram', day: off(ASHURA) },
  ],
  // Ley 9803 puts the Day of the Abolition of the Army in its place from 2020 on.
  CR: [
    {
      rule: '10-12 if monday then previous friday',
      day: { ...off({ en: 'Columbus Day', es: 'Día de la Raza' }), active: [{ to: '2020-01-01' }] },
    },
  ],
  DZ: ALGERIA,
  // Ley Orgánica del Servicio Público, disposición general cuarta: 9 October, and no Maundy Thursday.
  EC: [
    { rule: '09-10', day: null },
    { rule: '10-09', day: off({ en: 'Independence of Guayaquil', es: 'Independencia de Guayaquil' }) },
    {
      rule: 'easter -3',
      day: { ...off({ en: 'Maundy Thursday', es: 'Jueves Santo' }), type: 'observance' },
    },
  ],
  ET: ETHIOPIA,
  // Labour Code of Georgia, article 30.
  GE: [
    {
      rule: '05-17',
      day: {
        ...off({
          en: 'Day of Family Sanctity and Respect for Parents',
          ge: 'ოჯახის სიწმინდისა და მშობლების პატივისცემის დღე',
        }),
        active: [{ from: '2024-01-01' }],
      },
    },
  ],
  // Public Holidays (Amendment) Act, 2025: Republic Day is one again, and Founders' Day is that of September.
  GH: [
    {
      rule: '08-04 and if Saturday, Sunday then next Monday',
      day: {
        ...off({ en: "Founders' Day" }),
        substitute: true,
        active: [{ from: '2019-01-01', to: '2025-01-01' }],
      },
    },
    {
      rule: '07-01',
      day: { ...off({ en: 'Republic Day' }), active: [{ to: '2019-01-01' }, { from: '2025-01-01' }] },
    },
  ],
  // The Minister of Labour moves the day out of the Holy Week.
  GR: [
    {
      rule: '05-01',
      day: {
        ...off({ en: 'Labour Day', el: 'Εργατική Πρωτομαγιά' }),
        disable: ['2021-05-01', '2024-05-01'],
        enable: ['2021-05-04', '2024-05-07'],
      },
    },
  ],
  // Labour Code of Moldova, article 111.
  MD: [
    {
      rule: '06-01',
      day: {
        ...off({ en: "Children's Day", ro: 'Ziua Ocrotirii Copilului' }),
        active: [{ from: '2016-01-01' }],
      },
    },
  ],
  // Law on State and Other Holidays, article 3a: the day after is given for a Sunday, which stays a holiday.
  RS: [
    // Article 4: from Good Friday to the Monday.
    { rule: 'orthodox -1', day: off({ en: 'Holy Saturday', sr: 'Велика субота' }) },
    ...Object.entries(SERBIAN).flatMap(([first, name]) => {
      const second = first.replace(/\d$/, (digit) => String(Number(digit) + 1))
      return [
        { rule: `${first} if sunday then next tuesday`, day: null },
        { rule: `${second} if sunday then next monday`, day: null },
        { rule: `${first} and if sunday then next tuesday`, day: { ...off(name), substitute: true } },
        { rule: `${second} and if sunday then next monday`, day: { ...off(name), substitute: true } },
      ]
    }),
  ],
  // Public Holidays Act, chapter 35.
  TZ: [
    { rule: '01-02', day: null },
    { rule: '01-12', day: off({ en: 'Zanzibar Revolution Day' }) },
  ],
}

function off(name: Names): HolidaysTypes.HolidayOptions {
  return { name: { ...name }, type: 'public' }
}

function onWeekdays(
  day: string,
  name: Names,
  active: { readonly from: string; readonly to?: string },
): Correction[] {
  const rule = `${day} and if saturday,sunday then next monday`
  return [{ rule, day: { ...off(name), substitute: true, active: [{ ...active }] } }]
}

function feastInAlgeria(first: string, name: Names): Correction[] {
  const from = '2023-06-01'
  return [
    { rule: first, day: null },
    { rule: `${first} P2D`, day: { ...off(name), active: [{ to: from }] } },
    { rule: `${first} P3D`, day: { ...off(name), active: [{ from }] } },
  ]
}

function ethiopian(day: string, dayBeforeLeapYear: string, name: Names): Correction[] {
  return [
    { rule: `${day} in non-leap years`, day: null },
    { rule: `${dayBeforeLeapYear} in leap years`, day: null },
    {
      rule: day,
      day: {
        ...off(name),
        disable: YEARS_BEFORE_LEAP_YEARS.map((year) => `${year}-${day}`),
        enable: YEARS_BEFORE_LEAP_YEARS.map((year) => `${year}-${dayBeforeLeapYear}`),
      },
    },
  ]
}
