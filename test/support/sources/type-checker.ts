import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import ts from 'typescript'

const LIB = dirname(createRequire(import.meta.url).resolve('typescript'))
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts'],
  types: [],
  skipLibCheck: true,
}

// The library's declarations are read once for all programs of a test file.
const libraries = new Map<string, ts.SourceFile>()

/**
 * The errors that tsc finds in each of the given texts under `strict`, all checked in one program.
 *
 * @param texts sources by file name; names end in `.ts`
 * @returns messages by file name, for files that have any
 */
export function errorsOf(texts: Readonly<Record<string, string>>): Record<string, string[]> {
  const sources = new Map<string, ts.SourceFile>()
  for (const [name, text] of Object.entries(texts)) {
    sources.set(`/${name}`, ts.createSourceFile(`/${name}`, text, ts.ScriptTarget.ES2022, true))
  }
  const program = ts.createProgram({
    rootNames: [...sources.keys()],
    options: OPTIONS,
    host: hostFor(sources),
  })
  const errors: Record<string, string[]> = {}
  for (const [name, source] of sources) {
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    if (found.length > 0) errors[name.slice(1)] = found.map(messageOf)
  }
  return errors
}

function messageOf({ code, messageText }: ts.Diagnostic): string {
  return `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)}`
}

function hostFor(sources: ReadonlyMap<string, ts.SourceFile>): ts.CompilerHost {
  const sourceFile = (name: string): ts.SourceFile | undefined => {
    const known = sources.get(name) ?? libraries.get(name)
    if (known || !name.startsWith('/lib/')) return known
    const text = readFileSync(join(LIB, name.slice('/lib/'.length)), 'utf8')
    const library = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true)
    libraries.set(name, library)
    return library
  }
  return {
    getSourceFile: sourceFile,
    getDefaultLibLocation: () => '/lib',
    getDefaultLibFileName: () => '/lib/lib.es2022.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => sources.has(name) || name.startsWith('/lib/'),
    readFile: (name) => sourceFile(name)?.text,
    writeFile: () => {},
  }
}
