import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import envPaths from 'env-paths'

/**
 * Lets Node keep its compiled form of this program between starts, which makes each a little cheaper. In the user's
 * own folder, since code comes out of it again: the usual place is one that every user may write to.
 */
export function keepCompiledCode(): void {
  enableCompileCache(join(envPaths('toolgate', { suffix: '' }).cache, 'compiled'))
}
