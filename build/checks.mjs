/**
 * What `npm test` checks besides running the tests. Each check runs its Node programs one after another, in the
 * folder that is checked, and fails with the first of them that fails.
 * @typedef {{ name: string, programs: (readonly string[])[] }} Check
 * @type {readonly Check[]}
 */
export const CHECKS = [
  { name: 'scripts', programs: [['node_modules/oxlint/bin/oxlint', '--type-check']] },
  {
    name: 'components',
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
  { name: 'format', programs: [['node_modules/oxfmt/bin/oxfmt', '--check']] },
]
