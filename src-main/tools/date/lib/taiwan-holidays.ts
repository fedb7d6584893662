import type { HolidaysTypes } from 'date-holidays'
import { dayOff, type Correction } from './holiday-correction.ts'

type Names = Readonly<Record<'en' | 'zh', string>>

/** From here on, another day is given for a Saturday, too. */
const SATURDAYS_FROM = '2015-01-01'
/** The Act on Commemorative Days and Festivals (紀念日及節日實施條例) of 28 May 2025, from its first day on. */
const ACT_FROM = '2025-09-01'
const WEEKEND = 'and if Saturday then previous Friday if Sunday then next Monday'

/** Days off since long ago, for which the library moves Sundays alone. */
const OLD_DAYS: Readonly<Record<string, Names>> = {
  '02-28': { en: 'Peace Memorial Day', zh: '228和平紀念日' },
  'chinese 05-0-05': { en: 'Dragon Boat Festival', zh: '端午節' },
  'chinese 08-0-15': { en: 'Mid-Autumn Festival', zh: '中秋節' },
  '10-10': { en: 'National Day / Double Tenth Day', zh: '國慶日 / 雙十節' },
}
/** Days that the Act makes days off, with what the library has of them. */
const NEW_DAYS: Readonly<
  Record<string, { readonly names: Names; readonly before: Names; readonly rule?: string }>
> = {
  '05-01': {
    names: { en: 'Labour Day', zh: '勞動節' },
    before: { en: 'Labour Day', zh: '勞動節' },
    rule: `05-01 ${WEEKEND}`,
  },
  '09-28': {
    names: { en: "Confucius' Birthday / Teachers' Day", zh: '孔子誕辰紀念日' },
    before: { en: "Teachers' Day", zh: '孔子誕辰紀念日' },
  },
  '10-25': {
    names: { en: 'Taiwan Retrocession Day', zh: '臺灣光復暨金門古寧頭大捷紀念日' },
    before: { en: 'Taiwan Retrocession Day', zh: '臺灣光復節' },
  },
  '12-25': {
    names: { en: 'Constitution Day', zh: '行憲紀念日' },
    before: { en: 'Constitution Day', zh: '行憲紀念日' },
  },
}
/**
 * The days that are given for Children's Day where it is on a weekend or that of sweeping tombs: the one before, or on
 * a Thursday the one after.
 */
const FOR_CHILDREN = [
  ...['2015-04-03', '2016-04-05', '2017-04-03', '2020-04-03', '2021-04-02', '2024-04-05'],
  ...['2025-04-03', '2026-04-03', '2027-04-06'],
]
const LITTLE_EVES = ['2026-02-15', '2027-02-04', '2028-01-24', '2029-02-11', '2030-02-01']

/** Taiwan: days for Saturdays, the days off of the Act of 2025, and what is given for two feasts on one day. */
export function taiwaneseHolidays(): Correction[] {
  const old = Object.entries(OLD_DAYS).flatMap(([day, name]): Correction[] => {
    const sundays = `${day} and if Sunday then next Monday`
    return [
      { rule: sundays, day: { ...off(name), active: [{ to: SATURDAYS_FROM }] } },
      { rule: `${day} ${WEEKEND}`, day: { ...off(name), active: [{ from: SATURDAYS_FROM }] } },
    ]
  })
  const added = Object.entries(NEW_DAYS).flatMap(([day, { names, before, rule = day }]): Correction[] => {
    const from = day === '05-01' ? '2026-01-01' : ACT_FROM
    return [
      { rule, day: null },
      { rule: day, day: { name: before, type: 'observance', active: [{ to: from }] } },
      { rule: `${day} ${WEEKEND}`, day: { ...off(names), active: [{ from }] } },
    ]
  })
  const children = {
    name: { en: "Children's Day", zh: '兒童節' },
    type: 'public',
    substitute: true,
  } as const
  const eve = { name: { en: "Day before Chinese New Year's Eve", zh: '小年夜' }, type: 'public' } as const
  return [
    ...old,
    ...added,
    ...FOR_CHILDREN.map((rule): Correction => ({ rule, day: children })),
    { rule: '2020-04-02', day: { ...off({ en: 'Tomb Sweeping Day', zh: '淸明節' }) } },
    ...LITTLE_EVES.map((rule): Correction => ({ rule, day: eve })),
  ]
}

function off(name: Names): HolidaysTypes.HolidayOptions {
  return { ...dayOff(name), substitute: true }
}
