import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { normalizePath, type Plugin } from 'vite'
import { PLAIN } from '../src-main/registry/described-tool.ts'
import { nodeProgram, ROOT } from './paths.mjs'

const source = (path: string): string => normalizePath(join(ROOT, path))
const FACTS = source('src-main/tools/all-facts.ts')
const DESCRIPTIONS = source('src-main/registry/describe-tools.ts')
const OPENAPI = source('src-main/gateway/openapi/write-openapi.ts')

/** The finished values, as JSON: what a running gateway would otherwise derive from all definitions. */
interface Derived {
  readonly facts: string
  readonly descriptions: string
  readonly openApi: string
}

// Each text is parsed when it is first needed.
const MODULES: Readonly<Record<string, (derived: Derived) => string>> = {
  [FACTS]: ({ facts }) => `const facts = ${JSON.stringify(facts)}
export const readAllFacts = async () => JSON.parse(facts)`,
  [DESCRIPTIONS]: ({ descriptions }) => `const descriptions = ${JSON.stringify(descriptions)}
let bySlug
export const describeTools = async (tools) => {
  bySlug ??= JSON.parse(descriptions)
  return tools.map(({ slug }) => bySlug[slug])
}`,
  // The document is 1.4 MB, and few ask for it.
  [OPENAPI]: ({ openApi }) => `import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
const openApi = ${JSON.stringify(brotliCompressSync(openApi).toString('base64'))}
export const writeOpenApi = async () =>
  JSON.parse(await promisify(brotliDecompress)(Buffer.from(openApi, 'base64')))`,
}

/** Puts finished values in place of the modules that derive them from the definitions of tools. */
export function bakeDerived(): Plugin {
  let derived: Promise<Derived> | undefined
  return {
    name: 'bake-derived',
    async load(id) {
      const write = MODULES[id]
      if (!write) return null
      return write(await (derived ??= derive()))
    },
  }
}

// In a process of its own: the bundler keeps every module that it has once imported.
async function derive(): Promise<Derived> {
  const script = `import { readAllFacts } from ${url(FACTS)}
import { describeTools } from ${url(DESCRIPTIONS)}
import { loadRegistry } from ${url(source('src-main/registry/registry.ts'))}
import { writeOpenApi } from ${url(OPENAPI)}
import { ROUTES } from ${url(source('src-main/gateway/routes/index.ts'))}
const { tools } = await loadRegistry()
const descriptions = (await describeTools(tools)).map(({ slug, version, definition, inputSchema, outputSchema }) => {
  const plain = Object.fromEntries(${JSON.stringify(PLAIN)}.map((name) => [name, definition[name]]))
  return [slug, { slug, version, definition: plain, inputSchema, outputSchema }]
})
process.stdout.write(JSON.stringify({
  facts: JSON.stringify(await readAllFacts()),
  descriptions: JSON.stringify(Object.fromEntries(descriptions)),
  openApi: JSON.stringify(await writeOpenApi(ROUTES, tools)),
}))`
  const run = promisify(execFile)
  const { stdout } = await run(nodeProgram(), ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  })
  // The script above writes it.
  return JSON.parse(stdout) as Derived
}

function url(file: string): string {
  return JSON.stringify(pathToFileURL(file).href)
}
