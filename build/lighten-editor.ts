import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './paths.mjs'

const STAND_IN = join(ROOT, 'src-renderer/ui/editor/plain-language.ts')
const PARSERS = new Set(['@codemirror/language', '@lezer/common'])

/**
 * Builds the code editor without its parsers, a fifth of it: the commands and closing brackets ask for a syntax
 * tree, and plain-language.ts answers them from the text itself. In development the packages stay as they are.
 */
export function lightenEditor(): Plugin {
  return {
    name: 'lighten-editor',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      PARSERS.has(id) && /[\\/]node_modules[\\/]@codemirror[\\/]/.test(importer ?? '') ? STAND_IN : null,
  }
}
