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
const UNSAFE = ['argument', 'assignment', 'call', 'member-access', 'return'].map(
  (what) => `@typescript-eslint/no-unsafe-${what}`,
)
const SIZES = {
  'max-lines': ['error', 300],
  'max-lines-per-function': ['error', 70],
}

/** The rooms that files of `room` must not import, with the sentence that says what to do instead. */
function closedTo(room, allowed) {
  return Object.keys(ROOMS)
    .filter((other) => other !== room && !allowed.includes(other))
    .map((other) => ({
      group: [`../${other}/**`, `../../${other}/**`, `../../../${other}/**`],
      message: importAdvice(room, other),
    }))
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
  globalIgnores(['out/', 'dist/', 'coverage/', 'test/fixtures/']),
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
      // An AbortSignal's reason is unknown, and passing it on is what a caller expects.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingUnknown: true, allowThrowingAny: true },
      ],
      eqeqeq: 'error',
      'no-empty': 'error',
      'vue/no-v-html': 'error',
    },
  },
  {
    // vue-tsc reads the types of components. The linter would ask for a third of its time to read them once more, and
    // cannot see into templates, where their handlers are; what can fail lies in stores and composables.
    files: ['**/*.vue'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
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
    files: ['src-*/**/*.{ts,vue}'],
    ignores: ['src-shared/parse-json.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'JSON',
          property: 'parse',
          message: 'Use parseJson: the engine misreads some escaped keys.',
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
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // A test looks into answers whose shape is what it finds out.
      ...Object.fromEntries(UNSAFE.map((rule) => [rule, 'off'])),
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
)
