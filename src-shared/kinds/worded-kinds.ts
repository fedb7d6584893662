import { type DetectedKind, found, type Recogniser, type Sample } from './recogniser.ts'

/** Words that are common in one language and that English has not. */
const COMMON = new Set(
  `der die das um im von zu zwei und ist nicht ein eine einen mit für auf wir ich sie haben wird dem den auch sich bei zum zur oder
  wie aber le la les des est et une pas pour dans que nous en un je il ce vous avec sur qui sont au aux cette mais el los las
  por para con está como más esta del una se su lo il di che per della questo questa nella tua sono gli nel anche non alla het een van
  niet voor dat zijn op ook wordt mijn naar och att är som på jeg ikke er til av og w na jest się nie do os uma não mais
  você bir ve bu için ile ja på että`.split(/\s+/),
)
const OTHER_SCRIPTS =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Thai}\p{Script=Devanagari}]/gu
const ENGLISH = /\b(?:the|and|of|to|is|are|was|with|for|this|that|you|have)\b/gi
const START_CHARS = 2_000

function languageKind({ text }: Sample): readonly DetectedKind[] {
  const start = text.slice(0, START_CHARS)
  if (/^[<[{#$|]|[{}=]|^\w+:\/\//.test(start)) return []
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const foreign = start.match(OTHER_SCRIPTS)?.length ?? 0
  if (foreign > 5 && foreign > letters * 0.6) return found('foreign', 0.85)
  const words = start.toLowerCase().match(/\p{L}+/gu) ?? []
  const known = words.filter((word) => COMMON.has(word) || /[à-öø-ÿąćęłńśźżőűğışčřšžů]/.test(word)).length
  const english = start.match(ENGLISH)?.length ?? 0
  return words.length > 4 && known > english * 2 && known > words.length * (known > 2 ? 0.22 : 0.28)
    ? found('foreign', 0.8)
    : []
}

const MOST_WORDS = 18

/** A line whose longer words begin with capital letters. */
function titleKind({ text, single }: Sample): readonly DetectedKind[] {
  if (!single || text.length < 15 || text.length > 150 || !/^[\p{Lu}\d"“]/u.test(text)) return []
  if (/[.;,:]$|[{}<>=|\\/@#$€£]|\d{3}|\d[:.]\d/.test(text)) return []
  const words = text.split(/\s+/)
  if (words.length < 4 || words.length > MOST_WORDS) return []
  const long = words.filter((word) => /^\p{L}[\p{L}'’-]{3,}/u.test(word))
  const raised = long.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length
  return long.length > 2 && raised >= long.length * 0.8 ? found('title', 0.7) : []
}

/** Recognises texts by their words: those of another language than English, and titles. */
export const WORDED_KINDS: readonly Recogniser[] = [languageKind, titleKind]
