import type { Mutation } from './mutation.ts'

/** Changes to what tools answer, which the laws over all tools must notice. */
export const ANSWERS: readonly Mutation[] = [
  {
    id: 'answer-1',
    file: 'src-main/tools/crypto/lib/jwt-check.ts',
    find: '/^[\\w.-]*$/.test(token) ? headerOf(token) : null',
    replace: 'headerOf(token)',
    why: 'A token with padding counts as the one that was signed.',
    tests: ['test/src-main/tools/laws/strict-judging.test.ts'],
  },
  {
    id: 'answer-2',
    file: 'src-main/tools/text/lib/folded-places.ts',
    find: 'starts.push(at)',
    replace: 'starts.push(starts.length)',
    why: 'Places after an accent are those of a text without it.',
    tests: ['test/src-main/tools/laws/equal-texts.test.ts'],
  },
  {
    id: 'answer-3',
    file: 'src-main/tools/code/openapi-to-tools.ts',
    find: '      ...lostDigitsOf(spec),\n',
    replace: '',
    why: 'The limits of a parameter lose digits without a word.',
    tests: ['test/src-main/tools/laws/digits-kept.test.ts'],
  },
]
