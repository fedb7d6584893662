import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { languageOfFirstWords } from './lib/languages/first-words.ts'
import { bySigns, type Told } from './lib/languages/telling-signs.ts'
import type { Candidate, Weighed } from './lib/languages/weighed-languages.ts'
import { writingSystemOf, type WritingSystem } from './lib/languages/writing-systems.ts'
import { looksLikeCode } from './lib/source-code.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** With fewer letters nothing is certain in a script that several languages are written in. */
const FEWEST_LETTERS = 20
/** As many say enough where a letter tells one of two languages from the other. */
const FEWEST_OF_TWO = 8
/** Candidates below this are noise. */
const LEAST = 0.005

const language = z.strictObject({
  code: z.string().describe('ISO 639-1 code, or 639-3 if there is no two-letter code'),
  name: z.string().min(1).describe('Its name in English'),
  accuracy: z.number().min(0).max(1).describe('How well the text matches it, 0 to 1'),
})

export default defineTool({
  slug: 'text-language-detect',
  title: 'Detect the language',
  summary:
    'Detects which of more than 100 languages a text is written in, how certain that is, and what ' +
    'else it could be.',
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
  version: 7,
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

  prepare: () =>
    import('./lib/languages/detector-opinions.ts').then(({ loadIdentifier }) => loadIdentifier()),
  handler: async ({ text, candidates }) => {
    if (looksLikeCode(text)) return { language: null, sure: false, candidates: [], note: CODE }
    const writing = writingSystemOf(text)
    if (writing === null) return answerOf([], false, candidates)
    const { weighedLanguages } = await import('./lib/languages/weighed-languages.ts')
    const weighed = await weighedLanguages(text, writing)
    const told = bySigns(weighed.candidates, writing, text)
    const sure = isSure(weighed, told, writing)
    const said = sure ? null : languageOfFirstWords(text)
    return answerOf(said === null ? told.candidates : withFirst(told.candidates, said), sure, candidates)
  },
})

function withFirst(ranked: readonly Candidate[], code: string): Candidate[] {
  const accuracy = ranked[0]?.accuracy ?? 0
  return [{ code, accuracy }, ...ranked.filter((other) => other.code !== code)]
}

function answerOf(ranked: readonly Candidate[], sure: boolean, count: number) {
  const listed = ranked
    .filter(({ accuracy }, at) => at === 0 || accuracy >= LEAST)
    .map(({ code, accuracy }) => ({ code, name: nameOf(code), accuracy: Number(accuracy.toFixed(4)) }))
  return {
    language: listed[0]?.code ?? null,
    sure,
    candidates: listed.slice(0, count),
    note: sure ? null : doubtOf(listed[0]?.name, listed[1]?.name),
  }
}

function nameOf(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}

const CODE = 'This looks like the source of a program, which is in no language that people speak'

// Of the sentences of tests that are said to be sure, fewer than 1 in 100 is in another language.
function isSure(
  { isAgreed }: Weighed,
  { candidates, isTold }: Told,
  { letters, isMixed, languages }: WritingSystem,
): boolean {
  if (candidates.length === 0 || isMixed || isTold === false) return false
  if (languages?.length === 1) return true
  // A letter that one language alone has says more than the detectors.
  if (isTold && languages !== null)
    return letters >= (languages.length === 2 ? FEWEST_OF_TWO : FEWEST_LETTERS)
  return (isAgreed || isTold === true) && letters >= FEWEST_LETTERS
}

function doubtOf(first: string | undefined, second: string | undefined): string {
  if (first === undefined) return 'No language was recognised; send a longer text'
  const other = second === undefined ? '' : `, or ${second}`
  return `It may be ${first}${other}; the text is too short, mixed or close to both to tell`
}
