import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The clone of a standard's own suite, as CONTRIBUTING.md says.
 * @returns null without the folder of suites, where the tests of a suite are skipped
 * @throws Error if there is such a folder without this suite
 */
export function suiteFolder(name: string): string | null {
  const folder = process.env['TOOLGATE_SUITES']
  if (folder === undefined || folder === '') return null
  const suite = join(folder, name)
  if (!existsSync(suite)) throw new Error(`${folder} lacks ${name}; CONTRIBUTING.md says where it is`)
  return suite
}
