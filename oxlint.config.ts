import { defineConfig, type OxlintOverride } from 'oxlint'
import { importAdvice, ROOMS } from './build/rooms.mjs'

type Rules = NonNullable<OxlintOverride['rules']>

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
  (what) => `typescript/no-unsafe-${what}`,
)

/** The rules of typescript-eslint's `recommended`, and those of its `recommendedTypeChecked` that need types. */
const RECOMMENDED = [
  'no-unused-expressions',
  'no-array-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  ...[
    'ban-ts-comment',
    'no-duplicate-enum-values',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
    'no-misused-new',
    'no-namespace',
    'no-non-null-asserted-optional-chain',
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-type-constraint',
    'no-unsafe-declaration-merging',
    'no-unsafe-function-type',
    'no-wrapper-object-types',
    'prefer-as-const',
    'prefer-namespace-keyword',
    'triple-slash-reference',
  ].map((rule) => `typescript/${rule}`),
]
const TYPED = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-misused-promises',
  'no-redundant-type-constituents',
  'no-unnecessary-type-assertion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'only-throw-error',
  'restrict-plus-operands',
  'unbound-method',
].map((rule) => `typescript/${rule}`)

const all = (rules: readonly string[], severity: 'error' | 'off'): Rules =>
  Object.fromEntries(rules.map((rule) => [rule, severity]))

/** What files of `room` must not import, with the sentence that says what to do instead. */
function closedTo(room: string, allowed: readonly string[]) {
  return Object.keys(ROOMS)
    .filter((other) => other !== room && !allowed.includes(other))
    .map((other) => ({
      group: [`../${other}/**`, `../../${other}/**`, `../../../${other}/**`],
      message: importAdvice(room, other),
    }))
}

const rooms = Object.entries(ROOMS).map(([room, allowed]) => ({
  files: [`src-main/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { paths: room === 'desktop' ? [] : [ELECTRON], patterns: [RENDERER, ...closedTo(room, allowed)] },
    ],
  } satisfies Rules,
}))

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['out/', 'dist/', 'coverage/', 'test/fixtures/'],
  rules: {
    ...all(RECOMMENDED, 'error'),
    'max-lines': ['error', 300],
    'max-lines-per-function': ['error', 70],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...all(TYPED, 'error'),
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        // An AbortSignal's reason is unknown, and passing it on is what a caller expects.
        'typescript/prefer-promise-reject-errors': [
          'error',
          { allowThrowingUnknown: true, allowThrowingAny: true },
        ],
        eqeqeq: 'error',
        'no-empty': 'error',
      },
    },
    ...rooms,
    {
      files: ['src-main/*.ts'],
      excludeFiles: ['src-main/desktop.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [ELECTRON],
            patterns: [
              RENDERER,
              { group: ['**/desktop/**'], message: importAdvice('an entry', 'desktop') },
            ],
          },
        ],
      },
    },
    {
      files: ['src-*/**/*.{ts,vue}'],
      excludeFiles: ['src-shared/parse-json.ts'],
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
        'typescript/no-base-to-string': 'off',
        'typescript/unbound-method': 'off',
        // A test looks into answers whose shape is what it finds out.
        ...all(UNSAFE, 'off'),
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
      },
    },
  ],
})
