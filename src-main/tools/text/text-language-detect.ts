import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withMissedLanguage, type Candidate, type Opinion } from './lib/missed-language.ts'
import { languageOfFirstWords } from './lib/first-words.ts'
import { languageBySigns } from './lib/shared-scripts.ts'
import { isHan, languageOfScript, LANGUAGES_OF_HAN } from './lib/script-language.ts'
import { looksLikeCode } from './lib/source-code.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** Below this share, or if another language has half of it or more, the first guess is not certain. */
const SURE_FROM = 0.5
/** How far the second detector must be ahead with its first guess. */
const LEAD = 0.1

const language = z.strictObject({
  code: z.string().describe('ISO 639-1 code, or 639-3 if there is no two-letter code'),
  name: z.string().min(1).describe('Its name in English'),
  accuracy: z.number().min(0).max(1).describe('How well the text matches it, 0 to 1'),
})

export default defineTool({
  slug: 'text-language-detect',
  title: 'Detect the language',
  summary:
    'Detects which of 75 languages a text is written in, how certain that is, and what else ' +
    'it could be.',
  searchWords: [
    'which language',
    'what language',
    'identify',
    'is it english',
    'locale',
    'tongue',
    'foreign text',
    'recognize language',
    'language identification',
    'language of a comment',
    'swedish or norwegian',
    'french or spanish',
    'guess the language',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 6,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-word-count'],
  takes: { text: ['foreign', 'text'] },
  firstFor: ['foreign'],
  gives: 'text',
  mainOutput: 'language',

  input: z.strictObject({
    text: wellFormedText(100_000)
      .min(1)
      .describe('The text; a sentence or more, because a word is rarely enough'),
    candidates: z.int().min(1).max(10).default(3).describe('Most languages to list, the most likely first'),
  }),
  output: z.strictObject({
    language: z.string().nullable().describe('Code of the language; null if none was recognised'),
    sure: z
      .boolean()
      .describe('Whether the result is certain; false for short or mixed texts and for similar languages'),
    candidates: z
      .array(language)
      .describe('Possible languages, the most likely first; empty if none matches'),
    note: z.string().nullable().describe('Why it is not certain; null if it is'),
  }),

  // The language of each text is known; accuracies are not predicted.
  examples: [
    { title: 'French', input: { text: 'Je suis étudiant et je travaille à la bibliothèque.' } },
    {
      title: 'Digits have no language',
      input: { text: '12 345' },
      output: {
        language: null,
        sure: false,
        candidates: [],
        note: 'No language was recognised; send a longer text',
      },
    },
    { title: 'Danish and Norwegian can look alike', input: { text: 'Det er en bil', candidates: 2 } },
  ],

  prepare: () => Promise.all([import('tinyld/heavy'), import('eld/small')]),
  handler: async ({ text, candidates }) => {
    if (looksLikeCode(text)) return { language: null, sure: false, candidates: [], note: CODE }
    const { detectAll, langName, toISO3 } = await import('tinyld/heavy')
    // The library only has three-letter language codes.
    const nameOf = (code: string): string => langName(toISO3(code))
    const ranked = detectAll(text)
      .map(({ lang, accuracy }) => ({
        code: lang,
        name: nameOf(lang),
        accuracy: Math.min(1, Math.max(0, accuracy)),
      }))
      .sort((a, b) => b.accuracy - a.accuracy)
    const ofScript = ranked.length === 0 ? languageOfScript(text) : null
    if (ofScript) return answerOf([{ ...ofScript, accuracy: 1 }], true, candidates)
    if (ranked.length === 0 && isHan(text)) return answerOf(LANGUAGES_OF_HAN, false, candidates)
    const { eld } = await import('eld/small')
    const opinion = eld.detect(text)
    const code = languageBySigns(ranked[0], opinion, text)
    if (code !== null) ranked.splice(0, 1, { code, name: nameOf(code), accuracy: ranked[0]!.accuracy })
    const missed = withMissedLanguage(ranked, opinion)
    if (missed) return answerOf(missed.candidates, missed.sure, candidates)
    const sure = isSure(ranked, opinion, text)
    // In doubt, a second detector of another making decides which of the candidates comes first.
    const at = ranked.findIndex(({ code }) => code === opinion.language)
    if (at >= 0 && (ranked[0]?.accuracy ?? 0) < SURE_FROM) {
      const [chosen] = ranked.splice(at, 1)
      ranked.unshift({
        ...chosen!,
        accuracy: Math.max(chosen!.accuracy, opinion.getScores()[chosen!.code] ?? 0),
      })
    }
    const said = sure ? null : languageOfFirstWords(text)
    return answerOf(said === null ? ranked : withFirst(ranked, said, nameOf(said)), sure, candidates)
  },
})

function withFirst(ranked: readonly Candidate[], code: string, name: string): Candidate[] {
  const accuracy = ranked[0]?.accuracy ?? 0
  return [{ code, name, accuracy }, ...ranked.filter((other) => other.code !== code)]
}

function answerOf(ranked: readonly Candidate[], sure: boolean, count: number) {
  const [first, second] = ranked
  return {
    language: first?.code ?? null,
    sure,
    candidates: ranked.slice(0, count),
    note: sure ? null : doubtOf(first?.name, second?.name),
  }
}

const CODE = 'This looks like the source of a program, which is in no language that people speak'

// One detector is far ahead with its first guess and the other sees a language at all, or both agree and the
// second is far ahead. Only letters that many languages share need the other's word.
function isSure(
  [first, second]: readonly { readonly code: string; readonly accuracy: number }[],
  opinion: Opinion,
  text: string,
): boolean {
  if (!first) return false
  const isShared = /^(?:\p{Script=Latin}|\P{L})*$/u.test(text)
  if (opinion.language === '' && isShared) return false
  if (first.accuracy >= SURE_FROM) return (second?.accuracy ?? 0) <= first.accuracy / 2
  const [best = 0, next = 0] = Object.values(opinion.getScores()).toSorted((a, b) => b - a)
  return opinion.language === first.code && opinion.isReliable() && best - next >= LEAD
}

function doubtOf(first: string | undefined, second: string | undefined): string {
  if (first === undefined) return 'No language was recognised; send a longer text'
  const other = second === undefined ? '' : `, or ${second}`
  return `It may be ${first}${other}; the text is too short, mixed or close to both to tell`
}
