import { withCaseOf } from './letter-case.ts'

type Table = Readonly<Record<string, string>>

/** BGN/PCGN 1947, without its apostrophes; also what the languages below have in common. */
const RUSSIAN: Table = tableOf(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh ' +
    'щ shch ъ - ы y ь - э e ю yu я ya',
)

interface Romanisation {
  /** Letters, or letters in a place, that Russian does not have. */
  readonly sign: RegExp
  readonly letters: Table
  /** What letters are at the beginning of a word. */
  readonly initials?: Table
  readonly groups?: readonly (readonly [group: RegExp, latin: string])[]
}

const LANGUAGES: readonly Romanisation[] = [
  // Ukrainian: resolution 55 of the Cabinet of Ministers, 2010.
  {
    sign: /[ґєї]|і(?!.*ў)/isu,
    letters: tableOf('г h ґ g є ie и y і i ї i й i ю iu я ia'),
    initials: tableOf('є ye ї yi й y ю yu я ya'),
    groups: [[/зг/giu, 'zgh']],
  },
  // Belarusian: BGN/PCGN 1979, with a plain u.
  { sign: /ў/iu, letters: tableOf('г h і i ў u') },
  // Macedonian: its academy's Latin letters for Ѓ and Ќ.
  { sign: /[ѓќѕ]/iu, letters: tableOf('ѓ gj ѕ dz ј j ќ kj љ lj њ nj џ dzh х h ц c') },
  // Serbian: its own Latin alphabet without the marks.
  { sign: /[ђћјљњџ]/iu, letters: tableOf('ђ dj ж z ј j љ lj њ nj ћ c х h ц c ч c џ dz ш s') },
  // Bulgarian: the transliteration act of 2009. Russian writes ъ before е, ё, ю and я alone.
  {
    sign: /ъ(?![еёюя])/iu,
    letters: tableOf('ъ a щ sht х h ь y'),
    groups: [[/ия(?!\p{L})/giu, 'ia']],
  },
]

const CYRILLIC_WORD = /[\p{Script=Cyrillic}]+(?:['’ʼ]\p{Script=Cyrillic}+)*/gu
const KNOWN = new Set([
  ...Object.keys(RUSSIAN),
  ...LANGUAGES.flatMap(({ letters }) => Object.keys(letters)),
])

/**
 * Writes the words of Russian, Ukrainian, Belarusian, Bulgarian, Macedonian and Serbian in Latin letters, as each of
 * these languages does. Russian is what has no letter of another one.
 */
export function latinFromCyrillic(text: string): string {
  const composed = text.normalize('NFC')
  const letters = composed.toLowerCase().match(/\p{Script=Cyrillic}/gu) ?? []
  if (letters.length === 0 || letters.some((letter) => !KNOWN.has(letter))) return text
  const language = LANGUAGES.find(({ sign }) => sign.test(composed))
  return composed.replace(CYRILLIC_WORD, (word) => latinWord(word.replaceAll(/['’ʼ]/g, ''), language))
}

function latinWord(word: string, language: Romanisation | undefined): string {
  const marked = (language?.groups ?? []).reduce(
    (all, [group, latin]) => all.replace(group, (found) => withCaseOf(found, latin)),
    word,
  )
  const latin = [...marked].map((letter, at) => {
    const lower = letter.toLowerCase()
    const initial = at === 0 ? language?.initials?.[lower] : undefined
    const found = initial ?? language?.letters[lower] ?? RUSSIAN[lower]
    return found === undefined ? letter : withCaseOf(letter, found)
  })
  const joined = latin.join('')
  return isAllCapitals(word) ? joined.toUpperCase() : joined
}

function isAllCapitals(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase()
}

/** Pairs of a letter and what is written for it; a hyphen for nothing. */
function tableOf(pairs: string): Table {
  const parts = pairs.split(' ')
  const isLetter = (_: string, at: number) => at % 2 === 0
  return Object.fromEntries(
    parts.filter(isLetter).map((letter, at) => [letter, parts[at * 2 + 1]!.replace('-', '')]),
  )
}
