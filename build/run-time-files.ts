import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const fromHere = createRequire(import.meta.url)

/** `createRequire(import.meta.url).resolve('jq-wasm/jq.wasm')`, as our own code finds a library's file. */
const RESOLVED = /createRequire\(import\.meta\.url\)\.resolve\('([^']+\.wasm)'\)/g
/** The folder of tables of pdf.js, of which each is read by its name. */
const TABLES = "createRequire(import.meta.url).resolve('pdfjs-dist/cmaps/LICENSE')"
/** `new URL("x.wasm", import.meta.url)` and `locateFile("x.wasm")`, as Emscripten finds a file beside its module. */
const BESIDE = /(?:new URL|locateFile)\("([\w.-]+\.wasm)"/g
/** Builds of QuickJS that are not used. */
const UNUSED_QUICKJS = /^@jitl\/quickjs-wasmfile-(?:debug-sync|debug-asyncify|release-asyncify)$/

/** Modules that declare what electron-vite declares too, in every file that uses it: a syntax error. */
const RENAMED: readonly (readonly [module: RegExp, name: RegExp, other: string])[] = [
  [/[\\/]fflate[\\/]esm[\\/]index\.mjs$/, /(var |_a = )require\b/g, '$1load'],
  [/[\\/]jq-wasm[\\/]dist[\\/]index\.mjs$/, /\b__dirname\b/g, 'folder'],
]

/**
 * Brings along the files that libraries read when they run, and which a bundler does not see. What breaks when a
 * library is updated shows in the examples of the tools, which `npm run package -- --check` runs on the packed form.
 */
export function runTimeFiles(): Plugin {
  return {
    name: 'run-time-files',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          // Node takes their CommonJS files; bundlers would take others, which have no default export, or call
          // namespaces as functions.
          ...['rrule', 'cld3-asm', 'emscripten-wasm-loader'].map((name) => ({
            find: new RegExp(`^${name}$`),
            replacement: fromHere.resolve(name),
          })),
          { find: UNUSED_QUICKJS, replacement: '@jitl/quickjs-wasmfile-release-sync' },
        ],
      },
    }),
    transform(code, id) {
      // Beside the chunk of the module, since every chunk lies there.
      const bring = (file: string, name = basename(file)): string => {
        this.emitFile({ type: 'asset', fileName: `chunks/${name}`, source: readFileSync(file) })
        return name
      }
      for (const [, name = ''] of code.matchAll(BESIDE)) {
        const file = join(dirname(id), name)
        if (existsSync(file)) bring(file)
      }
      let text = code.replaceAll(
        RESOLVED,
        (_, name: string) => `new URL('${bring(fromHere.resolve(name))}', import.meta.url)`,
      )
      if (text.includes(TABLES)) {
        const folder = dirname(fromHere.resolve('pdfjs-dist/cmaps/LICENSE'))
        for (const name of readdirSync(folder)) bring(join(folder, name), `cmaps/${name}`)
        const beside = "fileOfUrl(new URL('cmaps/LICENSE', import.meta.url))"
        text = `import { fileURLToPath as fileOfUrl } from 'node:url'\n${text.replace(TABLES, beside)}`
      }
      // It requires each file by a computed name.
      if (/[\\/]i18n-iso-countries[\\/]entry-node\.js$/.test(id)) text = allLanguages(id)
      for (const [module, name, other] of RENAMED) if (module.test(id)) text = text.replaceAll(name, other)
      return text === code ? null : { code: text, map: null }
    },
  }
}

function allLanguages(id: string): string {
  const names = readdirSync(join(dirname(id), 'langs')).filter((name) => name.endsWith('.json'))
  const lines = names.map(
    (name) => `library.registerLocale(require(${JSON.stringify(`./langs/${name}`)}));`,
  )
  return ['var library = require("./index");', ...lines, 'module.exports = library;'].join('\n')
}
