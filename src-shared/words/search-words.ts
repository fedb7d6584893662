import { stemmer } from 'stemmer'

// What every sentence has and no tool is about.
const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can could d did do does for from had has have he her his i if in into is it ' +
    'its just ll me my need of on or our over own please re s she should so some t that the their them then there these ' +
    'they this those to too tool us use using via want was we were will with would you your ve m'
  ).split(' '),
)

// What one may ask of almost any tool: such words decide only between tools that are otherwise alike.
const WEAK_WORDS =
  'all any build change check compute convert create each every find generate get give given go how keep list look ' +
  'make new one only other out part produce provide put quick quickly read return see show somebody something take tell ' +
  'thing turn two valid value what when where whether which who why work write'

// What a query may hold that no tool has as a word, and the word that says what it is.
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b\d+(\.\d+){3}\/\d+/, 'cidr'],
  [/\b\d+(\.\d+){3}\b|[\da-f]::?[\da-f]*:|\b[\da-f]+::/i, 'ip'],
  [/\S@[\w-]+\.\w/, 'email'],
  [/https?:\/\//i, 'url'],
  [/\b[a-z\d-]+\.(com|net|org|io|dev|de|uk)\b/i, 'domain'],
  [/\d\s*%/, 'percent'],
  [/\b\d+\.\d+\.\d+.*\b\d+\.\d+\.\d+/, 'newer'],
  [/(^|\s)[\d*/,-]+(\s+[\d*/,-]+){3}\s+[\w*/,-]+(\s|$)/, 'cron'],
  [/^[a-z\s]*\d{9,13}\b/i, 'epoch to date'],
  [/\d\s*[*+/^]\s*\(?\s*\d/, 'arithmetic'],
]

// What a name in a query is one of.
const KINDS: readonly (readonly [string, string])[] = [
  ['weekday', 'monday tuesday wednesday thursday friday saturday sunday'],
  [
    'city',
    'amsterdam beijing berlin delhi dubai london madrid mumbai paris rome singapore sydney tokyo toronto',
  ],
  ['code', 'bash java perl php python ruby'],
  ['month', 'january february march april june july august september october november december'],
  [
    'language',
    'arabic chinese danish dutch english finnish french german greek hindi italian japanese korean norwegian polish ' +
      'portuguese russian spanish swedish turkish ukrainian',
  ],
]
const KIND_OF = new Map(KINDS.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])))

// Words that people take for one another whatever they need; a need of one tool belongs to its search words.
const SYNONYMS: readonly (readonly [string, string])[] = [
  ['yaml', 'yml'],
  ['markdown', 'md'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['email', 'mail mails emails'],
  ['picture', 'image images photo photos img pic pictures photograph'],
  ['url', 'link links urls hyperlink hyperlinks href hrefs'],
  ['site', 'website websites webpage webpages sites'],
  ['phone', 'telephone telephones phones cellphone'],
  ['remove', 'delete erase strip deleted erased removed stripped removing deleting'],
  ['fix', 'repair mend repaired fixed'],
  ['excel', 'spreadsheet spreadsheets xlsx xls'],
  ['password', 'passwords passcode pwd passwort'],
  ['error', 'mistake mistakes errors'],
  ['merge', 'combine combined merged'],
  ['person', 'people persons'],
  ['database', 'db databases'],
  ['message', 'msg messages'],
]
const SAME_AS = new Map(
  SYNONYMS.flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

/** The words of a text, in lower case; those that are spelt in several ways become one. */
export function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/\bc#/g, 'csharp')
    .replaceAll(/\bc\+\+/g, 'cpp')
    .replaceAll(/\be-mail/g, 'email')
    .replaceAll(/\b(md5|sha\d+|crc\d+|ck)sum\b/g, '$1 checksum')
    .replaceAll(/\b([a-z]+)[- ](\d+)\b/g, '$1 $2 $1$2')
    .replaceAll(/[-=]>|→|(?<=[a-z])2(?=[a-z]{3})/g, ' to ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The words of a query, with what its numbers and signs stand for. */
export function toQueryWords(query: string): string[] {
  const shape = SHAPES.find(([pattern]) => pattern.test(query))
  const meaning = shape ? toWords(shape[1]) : []
  if (meaning.length > 0 && !/[a-z]{2}/i.test(query)) return meaning
  const words = toWords(query)
  const kinds = words.flatMap((word) => KIND_OF.get(word) ?? [])
  return [...words, ...kinds, ...meaning]
}

/**
 * The stems of words, without those that say nothing of a tool. "csv to json" and "json from csv" have a stem of their
 * own for the direction.
 */
export function toStems(words: readonly string[], stemOf = toStem): string[] {
  return [...words.flatMap((word) => stemOf(word) ?? []), ...directionsOf(words, stemOf)]
}

/** What a word and its other forms share; null for a word that says nothing of a tool. */
export function toStem(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stemmer(toOneSpelling(word))
}

/** Whether a stem says little of what a tool is for. */
export function isWeak(stem: string): boolean {
  return WEAK_STEMS.has(stem) || /^\d{1,2}$/.test(stem)
}

/** Whether a stem stands for a direction, such as "csv to json". */
export function isDirection(stem: string): boolean {
  return stem.includes('>')
}

function directionsOf(words: readonly string[], stemOf: typeof toStem): string[] {
  const saysSomething = (word: string) => {
    const stem = stemOf(word)
    return stem !== null && !isWeak(stem)
  }
  return words.flatMap((word, at) => {
    if (!DIRECTIONS.has(word)) return []
    // "a json file into yaml" has a word too many between the two.
    const before = words
      .slice(Math.max(0, at - 4), at)
      .filter(saysSomething)
      .slice(-2)
    const after = words
      .slice(at + 1, at + 5)
      .filter(saysSomething)
      .slice(0, 2)
    const [sources, targets] = word === 'from' ? [after, before] : [before, after]
    return sources.flatMap((source) => targets.map((target) => `${stemOf(source)!}>${stemOf(target)!}`))
  })
}

// British and American; what means the same for any tool is one word.
function toOneSpelling(word: string): string {
  return (SAME_AS.get(word) ?? word)
    .replace(/(?<=\w{3})is(?=(e|es|ed|er|ing|ation)$)/, 'iz')
    .replace(/(?<=\w{3})our(?=(s|ed|ing|ful)?$)/, 'or')
    .replace(/(?<=\w{2})tre(?=s?$)/, 'ter')
}

// "csv as json" says the same as "csv to json".
const DIRECTIONS: ReadonlySet<string> = new Set(['to', 'into', 'as', 'from'])

const WEAK_STEMS = new Set(WEAK_WORDS.split(' ').map((word) => stemmer(word)))
