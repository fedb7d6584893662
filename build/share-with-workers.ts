import type { Plugin } from 'vite'

const ASKED_FOR = '?worker&url'

/**
 * Builds the page's workers together with the page, so that they load the same files instead of carrying copies of
 * what both need. In development, where nothing is bundled, Vite serves them as they are.
 */
export function shareWithWorkers(): Plugin {
  return {
    name: 'share-with-workers',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(ASKED_FOR)) return null
      const file = this.emitFile({ type: 'chunk', id: id.slice(0, -ASKED_FOR.length) })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}
