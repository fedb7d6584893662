import { defineConfig, globalIgnores } from 'eslint/config'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

// Components, whose templates only this linter reads. oxlint.config.ts has the rules of all other files, and what
// the scripts of components may import.
export default defineConfig(
  globalIgnores(['out/', 'dist/', 'coverage/', 'test/fixtures/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.vue'],
    // Without types: vue-tsc reads those of components. The linter cannot see into templates, where their handlers
    // are; what can fail lies in stores and composables.
    extends: [ts.configs.recommended, vue.configs['flat/essential']],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.vue'] } },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 70],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'vue/no-v-html': 'error',
    },
  },
)
