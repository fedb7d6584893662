const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  appendices: 'appendix',
  axes: 'axis',
  analyses: 'analysis',
  bases: 'base',
  crises: 'crisis',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  parentheses: 'parenthesis',
  theses: 'thesis',
  criteria: 'criterion',
  phenomena: 'phenomenon',
  media: 'medium',
  quizzes: 'quiz',
  caches: 'cache',
  niches: 'niche',
  headaches: 'headache',
  shoes: 'shoe',
  movies: 'movie',
  cookies: 'cookie',
  calories: 'calorie',
  zombies: 'zombie',
  selfies: 'selfie',
  leaves: 'leaf',
  wolves: 'wolf',
  shelves: 'shelf',
  halves: 'half',
  knives: 'knife',
  lives: 'life',
  wives: 'wife',
  ids: 'id',
  ips: 'ip',
  urls: 'url',
  apis: 'api',
}

const SAME = new Set(
  (
    'alias analysis atlas axis basis bias canvas chaos chassis christmas diagnosis emphasis gas kubernetes ' +
    'lens mathematics news physics series settings species synopsis texas thesis thus yes'
  ).split(' '),
)

// [ending, what to cut off, what to append]; the first match wins.
const ENDINGS: readonly (readonly [RegExp, number, string])[] = [
  [/(ss|us|is)$/, 0, ''],
  [/[^aeiou]ies$/, 3, 'y'],
  [/(ss|sh|ch|x|zz)es$/, 2, ''],
  [/(aus|ous|eus)es$/, 1, ''],
  [/(us|ias)es$/, 2, ''],
  [/[^aeiou]oes$/, 2, ''],
  [/[^s]s$/, 1, ''],
]

/** The singular of an English noun in lower case; the word itself if it is not a plural. */
export function singularOf(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined
  if (irregular !== undefined) return irregular
  if (word.length < 4 || SAME.has(word)) return word
  const ending = ENDINGS.find(([pattern]) => pattern.test(word))
  return ending ? word.slice(0, word.length - ending[1]) + ending[2] : word
}
