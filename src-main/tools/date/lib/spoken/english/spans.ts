import { NUMBER, numberIn } from './numbers.ts'

type Rule = readonly [
  pattern: RegExp,
  written: (phrase: string, ...parts: (string | undefined)[]) => string,
]

const UNIT = '(seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?)'
const FRACTIONS: Readonly<Record<string, number>> = { '1/4': 15, '1/2': 30, '3/4': 45 }

const RULES: readonly Rule[] = [
  // A quarter of an hour is not one of a year.
  [/\bthree[- ]quarters? of an hour\b/gi, () => '45 minutes'],
  [/\b(?:a |one )?quarter(?: of an|[- ]) ?hour\b/gi, () => '15 minutes'],
  [/\b(1\/4|1\/2|3\/4) ?(?:of an )?h(?:ours?|rs?)?\b/gi, (_, part) => `${FRACTIONS[part!]} minutes`],
  [
    new RegExp(`\\b(${NUMBER}) and an? half hours?\\b`, 'gi'),
    (_, count) => `${numberIn(count!) * 60 + 30} minutes`,
  ],
  [/\bin (\d{1,3}) ?['’′](?![\d'’′\w])/g, (_, count) => `in ${count} min`],
  [/\bin (\d{1,3}) ?["”″](?![\d\w])/g, (_, count) => `in ${count} sec`],
  [new RegExp(`\\b(${NUMBER}) more ${UNIT}\\b`, 'gi'), (_, count, unit) => `${count} ${unit}`],
  [new RegExp(`\\ba (?:pair|couple) of ${UNIT}\\b`, 'gi'), (_, unit) => `2 ${unit}`],
  [new RegExp(`\\b(${UNIT.slice(1, -1)}|fortnights?) hence\\b`, 'gi'), (_, unit) => `${unit} from now`],
  [/^(\s*)(day|week|fortnight|month|year|decade) ago\b/i, (_, space, unit) => `${space}a ${unit} ago`],
  [
    new RegExp(`\\b(an?|${NUMBER}) (?:(decades?)|centur(?:y|ies))\\b`, 'gi'),
    (_, count, decades) => `${numberIn(count!) * (decades === undefined ? 100 : 10)} years`,
  ],
  [/\bago today\b/gi, () => 'ago'],
  [/\bweek-end\b/gi, () => 'weekend'],
  [/\bcurrent (?=(?:week|month|quarter|year)\b)/gi, () => 'this '],
  [/\b(?:the )?(?:following|upcoming|coming) (?=(?:week|month|quarter|year)\b)/gi, () => 'next '],
]

/** English spans of time in the forms that the reader of dates lacks: 3/4 hour, two years hence, the coming week. */
export function withSpans(text: string): string {
  return RULES.reduce((read, [pattern, written]) => read.replace(pattern, written), text)
}
