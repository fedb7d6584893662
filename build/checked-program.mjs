import { createRequire } from 'node:module'
import { join } from 'node:path'
import typescript from 'typescript'

// The dependencies of vue-tsc itself, in the versions it asks for.
const partsOfVueTsc = createRequire(createRequire(import.meta.url).resolve('vue-tsc'))
/** @type {typeof import('@vue/language-core')} */
const { createParsedCommandLine, createVueLanguagePlugin } = partsOfVueTsc('@vue/language-core')
/** @type {typeof import('@volar/typescript')} */
const { proxyCreateProgram } = partsOfVueTsc('@volar/typescript')

/**
 * Makes the program that vue-tsc checks, components included, so that the linter can ask it for types, too.
 * @param {string} root a folder with a tsconfig.json
 * @returns {import('typescript').Program}
 */
export function programOf(root) {
  const file = join(root, 'tsconfig.json')
  const vueFiles = {
    extension: '.vue',
    isMixedContent: true,
    scriptKind: typescript.ScriptKind.Deferred,
  }
  const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: fail }
  const config = typescript.getParsedCommandLineOfConfigFile(file, {}, host, undefined, undefined, [
    vueFiles,
  ])
  if (!config) throw new Error(`${file} cannot be read.`)
  const { vueOptions } = createParsedCommandLine(typescript, typescript.sys, file.replaceAll('\\', '/'))
  const createProgram = proxyCreateProgram(typescript, typescript.createProgram, (ts, { options }) => [
    createVueLanguagePlugin(ts, options, vueOptions, (id) => id),
  ])
  const options = { ...config.options, allowNonTsExtensions: true }
  return createProgram({
    rootNames: config.fileNames,
    options,
    host: typescript.createCompilerHost(options),
    configFileParsingDiagnostics: config.errors,
  })
}

/**
 * The errors that vue-tsc would print for a program, without colour.
 * @param {import('typescript').Program} program
 */
export function typeErrorsOf(program) {
  const here = program.getCurrentDirectory()
  return typescript.getPreEmitDiagnostics(program).map((found) =>
    typescript.formatDiagnostic(found, {
      getCurrentDirectory: () => here,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  )
}

/**
 * Lints a folder with the types of a program.
 * @param {import('typescript').Program} program
 * @param {import('eslint').ESLint.Options} options
 * @returns {Promise<string>} errors and warnings; empty when there are none
 */
export async function lintFindings(program, options) {
  const { ESLint } = await import('eslint')
  const typed = {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  }
  const eslint = new ESLint({ ...options, overrideConfig: [typed] })
  const results = await eslint.lintFiles(['.'])
  if (results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0)) return ''
  return (await eslint.loadFormatter()).format(results)
}

/** @param {import('typescript').Diagnostic} found */
function fail(found) {
  throw new Error(typescript.flattenDiagnosticMessageText(found.messageText, '\n'))
}
