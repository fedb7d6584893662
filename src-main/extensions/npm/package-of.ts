import type { Source } from '../source.ts'
import type { PinnedPackage } from './pinned-package.ts'

/** The package that a source is started from; undefined for every other source. */
export function packageOf(source: Source): PinnedPackage | undefined {
  return source.kind === 'mcp' ? source.settings.package : undefined
}
