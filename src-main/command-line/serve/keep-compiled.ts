import module from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Lets Node keep the compiled code of the program beside it, so that only the first start compiles it. Where that
 * folder cannot be written, as in an installed program, nothing is kept.
 * @param folder for the compiled code; whoever may write it could as well write the program
 */
export function keepCompiled(folder: URL): void {
  // The default import, because Node before 22.1 has no such function.
  module.enableCompileCache?.(fileURLToPath(folder))
}
