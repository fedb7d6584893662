import { enableCompileCache } from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * Lets Node keep its compiled form of this program between starts, which makes each a little cheaper. Beside the code
 * itself, so that it goes with it, and nobody else can write there: code comes out of it again. A program whose folder
 * cannot be written keeps none, and neither do sources that were not built.
 */
export function keepCompiledCode(): void {
  const built = dirname(import.meta.dirname)
  if (basename(built) === 'main') enableCompileCache(join(built, 'compiled'))
}
