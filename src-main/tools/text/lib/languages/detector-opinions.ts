import { eld } from 'eld/extrasmall'
import { loadModule, type LanguageIdentifier } from 'cld3-asm'
import { detectAll } from 'tinyld'

// The smaller data of eld and tinyld: together with CLD3 they are as often right as with the larger ones, and are read
// in less than half the time.

/** What one detector says of a text. */
export interface Opinion {
  /** How much its word counts among the detectors. */
  readonly weight: number
  /** How likely a language is that it does not know, on the scale of its scores. */
  readonly unknown: number
  readonly knows: (code: string) => boolean
  /** From just above 0 to 1 for the likeliest of the languages that are possible. */
  readonly scoreOf: (code: string, possible: readonly string[]) => number
  /** The languages that it sees at all. */
  readonly seen: readonly string[]
}

interface Trust {
  readonly weight: number
  /** What a language has that the detector does not see. */
  readonly floor: number
  readonly unknown: number
}

/**
 * How far each detector is trusted. Fitted to half of 20,000 sentences and pairs of words in 75 languages (Leipzig
 * Corpora), of messages of programs in 103, and of 300 short sentences: CLD3 is the best with sentences and knows most
 * languages, and guesses at less. docs/decisions has what was measured.
 */
const TRUST = {
  long: {
    eld: { weight: 1.69, floor: 0.0083, unknown: 0.614 },
    cld3: { weight: 1.525, floor: 0.0017, unknown: 0 },
    tinyld: { weight: 0.473, floor: 0.0069, unknown: 0.485 },
  },
  short: {
    eld: { weight: 2.35, floor: 0.00005, unknown: 0.987 },
    cld3: { weight: 0.073, floor: 0.0065, unknown: 0 },
    tinyld: { weight: 0.87, floor: 0.374, unknown: 0.97 },
  },
} as const
/** Texts with fewer letters are short. */
const LONG_FROM = 40

/** CLD3 reads what is longer in parts; more would only take longer. */
const MOST_BYTES = 8_000

const ELD = new Set(
  (
    'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy id is it ja ka kn ko lo lt lv ml mr ms ' +
    'nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'
  ).split(' '),
)
/** The languages of CLD3, which knows all that the others know but those that a script or a letter tells. */
export const CLD3 = new Set(
  (
    'af am ar az be bg bn ca ceb co cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha haw he hi hmn hr ht ' +
    'hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my ne nl no ny pa pl ps pt ' +
    'ro ru sd si sk sl sm sn so sq sr st su sv sw ta te tg th tl tr uk ur uz vi xh yi yo zh zu'
  ).split(' '),
)
const TINYLD = new Set(
  (
    'af am ar be bg bn cs da de el en eo es et fa fi fr ga gu he hi hu hy id is it ja kk km kn ko la lt lv mk mn ' +
    'my nl no pl pt ro ru sk sr sv ta te th tl tr uk ur vi yi zh'
  ).split(' '),
)
/** CLD3's codes that ISO 639 has replaced. Bosnian is told from Croatian by words. */
const RENAMED: Readonly<Record<string, string>> = { bs: 'hr', fil: 'tl', iw: 'he' }

let identifier: Promise<LanguageIdentifier> | undefined

/** Compiles CLD3, once in a process. */
export async function loadIdentifier(): Promise<LanguageIdentifier> {
  return await (identifier ??= loadModule().then((factory) => factory.create(0, MOST_BYTES)))
}

/**
 * What the three detectors say of a text.
 * @param letters how many letters it has
 */
export async function opinionsOf(text: string, letters: number): Promise<readonly Opinion[]> {
  const trust = TRUST[letters < LONG_FROM ? 'short' : 'long']
  const seenByTinyld = Object.fromEntries(detectAll(text).map(({ lang, accuracy }) => [lang, accuracy]))
  // Its Kurdish is the Central Kurdish of Iraq and Iran, in Arabic letters; its Malay is Indonesian as well.
  const { ku: _, ...seenByEld } = eld.detect(text).getScores()
  if (seenByEld['ms'] !== undefined) seenByEld['id'] = seenByEld['ms']
  return [
    scoresOf(seenByEld, ELD, trust.eld),
    ofCld3(text, await loadIdentifier(), trust.cld3),
    scoresOf(seenByTinyld, TINYLD, trust.tinyld),
  ]
}

/** CLD3 gives the probability of one language. */
function ofCld3(text: string, cld3: LanguageIdentifier, { weight, floor, unknown }: Trust): Opinion {
  const { language, probability } = cld3.findLanguage(text)
  const named = RENAMED[language] ?? language
  const OTHERS_SHARE = 0.3
  return {
    weight,
    unknown,
    knows: (code) => CLD3.has(code),
    scoreOf: (code) => (code === named ? probability : (1 - probability) * OTHERS_SHARE) + floor,
    seen: [named],
  }
}

function scoresOf(
  scores: Readonly<Record<string, number>>,
  known: ReadonlySet<string>,
  { weight, floor, unknown }: Trust,
): Opinion {
  return {
    weight,
    unknown,
    knows: (code) => known.has(code),
    seen: Object.keys(scores),
    scoreOf: (code, possible) => {
      const best = Math.max(0, ...possible.map((other) => scores[other] ?? 0))
      return (best === 0 ? 0 : (scores[code] ?? 0) / best) + floor
    },
  }
}
