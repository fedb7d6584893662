import { defineConfig, globalIgnores } from 'eslint/config'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import { importAdvice, ROOMS } from './build/rooms.mjs'

const ELECTRON = {
  name: 'electron',
  message:
    'Only src-main/desktop.ts and src-main/desktop/ know Electron; everything else also runs without it.',
}
const RENDERER = {
  group: ['**/src-renderer/**'],
  message: 'The page is a client like any other; what both sides agree on belongs in src-shared.',
}
const MAIN = {
  group: ['**/src-main/**'],
  message:
    'Reach the gateway over HTTP through gateway-client.ts; types that both need belong in src-shared.',
}
const SIZES = {
  'max-lines': ['error', 300],
  'max-lines-per-function': ['error', 70],
}

/** The rooms that files of `room` must not import, with the sentence that says what to do instead. */
function closedTo(room, allowed) {
  return Object.keys(ROOMS)
    .filter((other) => other !== room && !allowed.includes(other))
    .map((other) => ({ group: [`**/${other}/**`], message: importAdvice(room, other) }))
}

const roomRules = Object.entries(ROOMS).map(([room, allowed]) => ({
  files: [`src-main/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { paths: room === 'desktop' ? [] : [ELECTRON], patterns: [RENDERER, ...closedTo(room, allowed)] },
    ],
  },
}))

export default defineConfig(
  globalIgnores(['out/', 'coverage/', 'test/fixtures/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,vue}'],
    extends: [ts.configs.recommendedTypeChecked, vue.configs['flat/essential']],
    languageOptions: {
      parserOptions: { parser: ts.parser, projectService: true, extraFileExtensions: ['.vue'] },
    },
    rules: {
      ...SIZES,
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A method may be async because its interface is.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSEnumDeclaration',
          message: 'Write `as const` and a union type: Node runs these files.',
        },
      ],
      eqeqeq: 'error',
      'vue/no-v-html': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [ts.configs.recommended],
    rules: SIZES,
  },
  ...roomRules,
  {
    files: ['src-main/*.ts'],
    ignores: ['src-main/desktop.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [ELECTRON],
          patterns: [RENDERER, { group: ['**/desktop/**'], message: importAdvice('an entry', 'desktop') }],
        },
      ],
    },
  },
  {
    files: ['src-shared/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [ELECTRON], patterns: [RENDERER, MAIN] }] },
  },
  {
    files: ['src-renderer/**/*.{ts,vue}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [ELECTRON],
          patterns: [
            MAIN,
            {
              group: ['node:*'],
              message: 'The page runs in a browser, without Node; ask the gateway instead.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A describe block is a table of contents, not a function to be read at once.
      'max-lines-per-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
)
