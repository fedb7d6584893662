import { TWINS, type Twins } from './twin-languages.ts'
import type { Candidate } from './weighed-languages.ts'
import type { WritingSystem } from './writing-systems.ts'

/** Letters that one language of a script has and those that are taken for it have not; a text has to have all signs. */
const LETTERS: readonly (readonly [code: string, ...signs: readonly RegExp[]])[] = [
  ['as', /[ৰৱ]/u],
  ['yi', /[\u05f0-\u05f2\ufb1d\ufb1f\ufb2e\ufb2f]|\u05d0[\u05b7\u05b8]/u],
  ['ug', /[ۇۈڭ]/u, /ە/u],
  ['ckb', /[ڕڵێە]/u],
  ['ps', /[ښږځڅګۍ]/u],
  ['sd', /[ڄڃٻڀٿڏڌڦڳڱ]/u],
  ['ur', /[ٹڈڑںےہ]/u],
  // Also letters of those above.
  ['fa', /[پچژگکی]/u],
  // Tigrinya by a sign that Amharic writes otherwise, or by its smallest words.
  ['ti', /^(?=[^]*ኣ)[^አ]*$|(?<!\p{L})(?:ናይ|እዩ|ኢዩ|እዮም|ኣብ|ካብ|እቲ|ምስ|ድማ|እዚ|ነቲ|ናብ)(?!\p{L})/u],
  ['am', /አ|(?<!\p{L})(?:ነው|እና|ላይ|ውስጥ|ነበር|ጋር)(?!\p{L})/u],
  // Kazakh and Kyrgyz have other letters beside this one.
  ['tt', /җ|^(?=[^]*ә)[^қғұіө]*$/iu],
  ['tg', /[ӣӯҷ]/iu],
]
/** Languages that are taken for others, which have not these letters. */
const TAKEN_FOR: readonly (readonly [firsts: readonly string[], code: string, sign: RegExp])[] = [
  [['vi', 'yo'], 'yo', /ṣ|\bgb/iu],
  [['az', 'cs', 'sk', 'tr'], 'tk', /^(?=[^]*ň)(?=[^]*[şü])(?=[^]*[äwý])/iu],
]
/** Languages that a script is left with where none of these letters is. */
const WITHOUT: Readonly<Record<string, string>> = { as: 'bn', yi: 'he' }

const MOST_WORDS = 2_000

/** The candidates after a look at letters and words. */
export interface Told {
  readonly candidates: readonly Candidate[]
  /** true: told by a letter or by words; false: it has twins that nothing tells it from; null: it has none */
  readonly isTold: boolean | null
}

/** Puts the language first that letters or words tell where detectors take one for another. */
export function bySigns(ranked: readonly Candidate[], writing: WritingSystem, text: string): Told {
  for (const [code, ...signs] of LETTERS) {
    if (!writing.languages?.includes(code)) continue
    const told = signs.every((sign) => sign.test(text)) ? code : WITHOUT[code]
    if (told !== undefined) return { candidates: certain(ranked, told), isTold: true }
  }
  const first = ranked[0]
  if (!first) return { candidates: ranked, isTold: null }
  // No detector knows Tigrinya.
  if (first.code === 'am') return { candidates: ranked, isTold: false }
  const taken = TAKEN_FOR.find(([firsts, , sign]) => firsts.includes(first.code) && sign.test(text))
  if (taken) return { candidates: firstOf(ranked, taken[1]), isTold: first.code === taken[1] }
  const twins = TWINS.find(({ of }) => of.includes(first.code))
  return twins ? byWords(ranked, twins, text) : { candidates: ranked, isTold: null }
}

function byWords(ranked: readonly Candidate[], { words, to }: Twins, text: string): Told {
  const said =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}-]+/gu)
      ?.slice(0, MOST_WORDS) ?? []
  const [best, next] = Object.entries(words)
    .map(([code, list]) => ({ code, count: said.filter((word) => list.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)
  const isTold = best!.count > next!.count
  if (to && !(isTold && to.includes(best!.code)))
    return { candidates: ranked, isTold: isTold || ranked[0]!.code !== 'no' ? null : false }
  return { candidates: isTold ? firstOf(ranked, best!.code) : ranked, isTold }
}

function certain(ranked: readonly Candidate[], code: string): readonly Candidate[] {
  return [{ code, accuracy: 1 }, ...ranked.filter((one) => one.code !== code).map(withNothing)]
}

function withNothing({ code }: Candidate): Candidate {
  return { code, accuracy: 0 }
}

/** The language first, with the share of what was first, which gets what it had. */
function firstOf(ranked: readonly Candidate[], code: string): readonly Candidate[] {
  if (ranked[0]?.code === code) return ranked
  const [first, ...others] = ranked
  const own = others.find((one) => one.code === code)?.accuracy ?? 0
  return [
    { code, accuracy: first!.accuracy },
    { code: first!.code, accuracy: own },
    ...others.filter((one) => one.code !== code),
  ].toSorted((a, b) => b.accuracy - a.accuracy)
}
