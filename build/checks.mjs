/** What settles how all of them work. */
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.page.json',
  'eslint.config.js',
  'oxlint.config.ts',
  'electron.vite.config.ts',
  'vitest.config.ts',
  'build/checks.mjs',
]

/**
 * What `npm test` checks besides running the tests. Each check runs its Node programs one after another, in the
 * folder that is checked, and fails with the first of them that fails. `reads` names the files and folders whose
 * content decides the outcome; installed packages follow from the lock file.
 * @typedef {{ name: string, reads: readonly string[], programs: (readonly string[])[] }} Check
 * @type {readonly Check[]}
 */
export const CHECKS = [
  {
    name: 'scripts',
    reads: [...SETTINGS, 'src-main', 'src-renderer', 'src-shared', 'test', 'build'],
    programs: [['node_modules/oxlint/bin/oxlint', '--type-check']],
  },
  {
    name: 'components',
    reads: [...SETTINGS, 'src-renderer', 'src-shared'],
    programs: [
      [
        '--max-semi-space-size=64',
        'node_modules/vue-tsc/bin/vue-tsc.js',
        '--noEmit',
        '--project',
        'tsconfig.page.json',
      ],
      ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '**/*.vue'],
    ],
  },
  {
    name: 'format',
    reads: ['.'],
    programs: [['node_modules/oxfmt/bin/oxfmt', '--check']],
  },
]
