import { dayOff, type Correction } from './holiday-correction.ts'

/** Dates of the library's calendar, with those on which a feast was or is kept. */
type Moved = Readonly<Record<string, string>>

/** Holidays Act, section 4 (2), and the Ministry of Manpower's days, as Python's holidays package (0.105) has them. */
export const SINGAPORE: readonly Correction[] = [
  moved(
    '1 Shawwal',
    { en: 'Hari Raya Puasa' },
    {
      '2019-06-04': '2019-06-05',
      '2022-05-02': '2022-05-03',
      '2023-04-21': '2023-04-22',
      '2024-04-09': '2024-04-10',
      '2025-03-30': '2025-03-31',
      '2026-03-20': '2026-03-21',
      '2027-03-09': '2027-03-10',
    },
  ),
  moved(
    '10 Dhu al-Hijjah',
    { en: 'Hari Raya Haji' },
    {
      '2015-09-23': '2015-09-24',
      '2016-09-11': '2016-09-12',
      '2018-08-21': '2018-08-22',
      '2022-07-09': '2022-07-10',
      '2023-06-28': '2023-06-29',
      '2024-06-16': '2024-06-17',
      '2025-06-06': '2025-06-07',
      '2027-05-16': '2027-05-17',
    },
  ),
  // A Monday is given for a Sunday.
  ...['2017-06-26', '2020-05-25'].map((rule) => on(rule, { en: 'Hari Raya Puasa' }, true)),
  ...['2019-08-12', '2022-07-11'].map((rule) => on(rule, { en: 'Hari Raya Haji' }, true)),
  on('2027-05-20', { en: 'Vesak Day' }),
  // Deepavali fell on a Sunday.
  on('2023-11-12', { en: 'Deepavali' }),
]

const FITRI = { en: 'Eid al-Fitr', id: 'Hari Raya Idul Fitri' }

/** The days that were kept, as Python's holidays package (0.105) has them; Easter Sunday is one since 2024. */
export const INDONESIA: readonly Correction[] = [
  moved(
    '1 Muharram',
    { en: 'Islamic New Year', id: 'Tahun Baru Islam' },
    {
      '2019-08-31': '2019-09-01',
      '2021-08-09': '2021-08-11',
      '2025-06-26': '2025-06-27',
    },
  ),
  moved(
    '12 Rabi al-awwal',
    { en: 'Birthday of Muhammad (Mawlid)', id: 'Maulid Nabi Muhammad' },
    {
      '2021-10-18': '2021-10-20',
      '2023-09-27': '2023-09-28',
      '2024-09-15': '2024-09-16',
      '2025-09-04': '2025-09-05',
    },
  ),
  moved(
    '27 Rajab',
    { en: "Laylat al-Mi'raj", id: 'Isra Miʼraj Nabi Muhammad' },
    { '2018-04-13': '2018-04-14' },
  ),
  moved('1 Shawwal', FITRI, {
    '2019-06-04': '2019-06-05',
    '2023-04-21': '2023-04-22',
    '2025-03-30': '2025-03-31',
    '2026-03-20': '2026-03-21',
  }),
  moved('2 Shawwal', FITRI, {
    '2019-06-05': '2019-06-06',
    '2023-04-22': '2023-04-23',
    '2025-03-31': '2025-04-01',
    '2026-03-21': '2026-03-22',
  }),
  moved(
    '10 Dhu al-Hijjah',
    { en: 'Eid al-Adha', id: 'Hari Raya Idul Adha' },
    {
      '2018-08-21': '2018-08-22',
      '2022-07-09': '2022-07-10',
      '2023-06-28': '2023-06-29',
      '2024-06-16': '2024-06-17',
    },
  ),
  { rule: '2023-05-06', day: null },
  on('2023-06-04', { en: 'Vesak Day', id: 'Hari Raya Waisak' }),
  {
    rule: 'easter',
    day: {
      ...dayOff({ en: 'Easter Sunday', id: 'Kebangkitan Yesus Kristus' }),
      active: [{ from: '2024-01-01' }],
    },
  },
]

function moved(rule: string, name: Record<string, string>, dates: Moved): Correction {
  return { rule, day: { ...dayOff(name), disable: Object.keys(dates), enable: Object.values(dates) } }
}

function on(rule: string, name: Record<string, string>, substitute = false): Correction {
  return { rule, day: { ...dayOff(name), ...(substitute ? { substitute } : {}) } }
}
