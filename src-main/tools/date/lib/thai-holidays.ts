import type { HolidaysTypes } from 'date-holidays'
import type { Correction } from './holiday-correction.ts'

const NAMES = {
  makha: { en: 'Makha Bucha', th: 'วันมาฆบูชา' },
  vesak: { en: 'Vesak Day', th: 'วันวิสาขบูชา' },
  asalha: { en: 'Asalha Puja', th: 'วันอาสาฬหบูชา' },
  lent: { en: 'Buddhist Lent', th: 'วันเข้าพรรษา' },
} as const

/** The days of the moon in Thailand's own calendar, as month and day: Makha Bucha, Vesak, Asalha Puja and Lent. */
const MOON_DAYS: Readonly<
  Record<number, readonly [makha: string, vesak: string, asalha: string, lent: string]>
> = {
  2020: ['02-08', '05-06', '07-05', '07-06'],
  2021: ['02-26', '05-26', '07-24', '07-25'],
  2022: ['02-16', '05-15', '07-13', '07-14'],
  2023: ['03-06', '06-03', '08-01', '08-02'],
  2024: ['02-24', '05-22', '07-20', '07-21'],
  2025: ['02-12', '05-11', '07-10', '07-11'],
  2026: ['03-03', '05-31', '07-29', '07-30'],
  2027: ['02-21', '05-20', '07-18', '07-19'],
  2028: ['02-10', '05-08', '07-06', '07-07'],
  2029: ['02-27', '05-27', '07-25', '07-26'],
  2030: ['02-17', '05-16', '07-14', '07-15'],
}

/** Days for which the library has another date. */
const MISTAKEN = [
  ...['2020-05-07', '2020-07-04', '2022-05-16', '2023-05-04', '2023-07-31', '2024-07-19'],
  ...['2025-02-13', '2025-05-12'],
]

/** Fixed days with another one on the Monday after a weekend, with the names that the library has. */
const FIXED: Readonly<Record<string, Record<'en' | 'th', string>>> = {
  '04-06': { en: 'Chakri Memorial Day', th: 'วันจักรี' },
  '05-04': { en: 'Coronation Day', th: 'วันฉัตรมงคล' },
  '06-03': { en: "Queen Suthida's Birthday", th: 'วันเฉลิมพระชนมพรรษาสมเด็จพระนางเจ้าสุทิดา' },
  '07-28': { en: "King's Birthday", th: 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระวชิรเกล้าเจ้าอยู่หัว' },
  '08-12': { en: "The Queen Mother's Birthday", th: 'วันแม่แห่งชาติ' },
  '10-13': { en: 'King Bhumibol Adulyadej Memorial Day', th: 'วันนวมินทรมหาราช' },
  '10-23': { en: 'King Chulalongkorn Day', th: 'วันปิยมหาราช' },
  '12-05': { en: "King Bhumibol Adulyadej's Birthday", th: 'วันพ่อแห่งชาติ' },
  '12-10': { en: 'Constitution Day', th: 'วันรัฐธรรมนูญ' },
}

/** Thailand: the days that the cabinet proclaims, and the Monday that it gives for one on a weekend. */
export function thaiHolidays(): Correction[] {
  const mistaken = MISTAKEN.map((rule): Correction => ({ rule, day: null }))
  const moon = Object.entries(MOON_DAYS).flatMap(([year, days]) =>
    Object.values(NAMES).flatMap((name, at): Correction[] => {
      const date = `${year}-${days[at]}`
      const day = { name, type: 'public' } as const
      return [{ rule: date, day }, ...mondayAfter(date, day, at === 3)]
    }),
  )
  const fixed = Object.entries(FIXED).map(([date, name]): Correction => ({
    rule: `substitutes ${date} if saturday,sunday then next monday`,
    day: { name, type: 'public', substitute: true },
  }))
  return [...mistaken, ...moon, ...fixed]
}

// The Lent begins on the day after Asalha Puja, whose Monday serves both.
function mondayAfter(date: string, day: HolidaysTypes.HolidayOptions, isSecond: boolean): Correction[] {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const ahead = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  if (ahead === 0 || (isSecond && weekday === 0)) return []
  const monday = new Date(Date.parse(`${date}T00:00:00Z`) + ahead * 86_400_000).toISOString().slice(0, 10)
  return [{ rule: monday, day: { ...day, substitute: true } }]
}
