import { gzippedKib, pageScripts } from '../../support/sources/page-assets.ts'
import type { PageGoal } from './goals.ts'

function sumOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzippedKib(name), 0)
}

/** What has to arrive before anything can be used, and what there is in all. */
export const SIZE_GOALS: readonly PageGoal[] = [
  {
    number: 6,
    what: 'first screen, gzipped',
    target: '≤ 120 KiB JS, ≤ 15 KiB CSS',
    measure: async ({ open }) => {
      const loaded = new Set<string>()
      const page = await open('/tools', async (fresh) => {
        fresh.on('request', (request) => loaded.add(new URL(request.url()).pathname))
        // What comes later must not count: the page is stopped from fetching it ahead.
        await fresh.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
      })
      const names = [...loaded].filter((path) => path.startsWith('/assets/')).map((path) => path.slice(8))
      await page.close()
      // The editor with its library and the check of an input, for which plain fields stand in until they are here.
      const late = /^(editor|code-mirror|validate-input|validator)-/
      const js = sumOf(names.filter((name) => name.endsWith('.js') && !late.test(name)))
      const css = sumOf(names.filter((name) => name.endsWith('.css')))
      return { shown: `${js.toFixed(0)} KiB JS, ${css.toFixed(1)} KiB CSS`, met: js <= 120 && css <= 15 }
    },
  },
  {
    number: 7,
    what: 'all JS, gzipped',
    target: '≤ 420 KiB, no chunk over 170',
    measure: () => {
      const sizes = pageScripts().map(gzippedKib)
      const all = sizes.reduce((sum, size) => sum + size, 0)
      const largest = Math.max(...sizes)
      const shown = `${all.toFixed(0)} KiB, largest ${largest.toFixed(0)}`
      return Promise.resolve({ shown, met: all <= 420 && largest <= 170 })
    },
  },
]
