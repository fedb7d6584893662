import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { normalizePath, type Plugin } from 'vite'
import { nodeProgram, ROOT } from './paths.mjs'

const SOURCE = normalizePath(join(ROOT, 'src-main/tools/all-facts.ts'))

/**
 * Puts the finished list of tool facts in place of the module that reads them from the definitions. While files are
 * watched the module stays as it is, since a definition may change at any time.
 */
export function bakeToolFacts(): Plugin {
  return {
    name: 'bake-tool-facts',
    async load(id) {
      if (id !== SOURCE || this.meta.watchMode) return null
      return `const facts = ${JSON.stringify(await factsText())}\n\
export const readAllFacts = async () => JSON.parse(facts)`
    },
  }
}

// In a process of its own: the bundler keeps every module that it has once imported.
async function factsText(): Promise<string> {
  const script = `import { readAllFacts } from ${JSON.stringify(pathToFileURL(SOURCE).href)}
process.stdout.write(JSON.stringify(await readAllFacts()))`
  const run = promisify(execFile)
  const { stdout } = await run(nodeProgram(), ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}
