import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface SourceFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string
  readonly name: string
  readonly text: string
  /** The TypeScript in it: all of a .ts or .mjs file, the script blocks of a .vue file at their own lines. */
  readonly script: string
}

/** Every file that we wrote below the given folders. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => file.slice(ROOT.length).replaceAll('\\', '/'))
      .filter((path) => !path.startsWith('test/fixtures/'))
      .sort()
      .map(readSource),
  )
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, name: basename(path), text, script: scriptOf(path, text) }
}

function scriptOf(path: string, text: string): string {
  if (/\.(ts|mjs|js)$/.test(path)) return text
  if (!path.endsWith('.vue')) return ''
  // Everything outside the script blocks becomes blank, so that line numbers stay true.
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  let script = ''
  let end = 0
  for (const block of text.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    const start = block.index + block[1]!.length
    script += blank(text.slice(end, start)) + block[2]!
    end = start + block[2]!.length
  }
  return script + blank(text.slice(end))
}

/** What a file imports, as it is written: static, dynamic, type-only and re-exported. */
export function importsOf(file: SourceFile): string[] {
  return ts.preProcessFile(file.script, true, true).importedFiles.map((imported) => imported.fileName)
}

/** Where a relative import of a file leads, from the checkout's root; null for a package. */
export function importedPath(file: SourceFile, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return new URL(specifier, `file:///${file.path}`).pathname.slice(1)
}

/** Calls `visit` with every syntax node of a file, and a function for the line that it starts on. */
export function visitNodes(file: SourceFile, visit: (node: ts.Node, line: () => number) => void): void {
  const parsed = ts.createSourceFile(file.path, file.script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const walk = (node: ts.Node) => {
    // Finding a line takes longer than visiting a node.
    visit(node, () => parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1)
    node.forEachChild(walk)
  }
  walk(parsed)
}
