import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../build/paths.mjs'

/** A fenced block of a document. */
export interface DocBlock {
  /** A file of the checkout, or the address of a page of the manual. */
  readonly document: string
  /** The first word behind the fence; empty for none. */
  readonly language: string
  readonly code: string
}

/** Every Markdown file of the checkout that people read, by its path. */
export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['docs', 'docs/guides', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** The text of a document. @param document a path in the checkout */
export function readDocument(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8')
}

/** The fenced blocks of a text, also those of a list's item, without its indent. */
export function blocksOf(document: string, text: string): DocBlock[] {
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', code = '']) => ({
      document,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}
