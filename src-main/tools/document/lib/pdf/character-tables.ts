import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Adobe's tables beside their licence.
const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/cmaps/LICENSE'))
const TABLE = /^[\w-]+\.bcmap$/

/**
 * A reader of files in the form that pdf.js asks for: it has the tables of characters of fonts in Chinese, Japanese and
 * Korean (ISO 32000-1, 9.7.5.2), which are often not in the PDF.
 * @param missing where it notes tables that it does not have
 */
export function characterTables(missing: Set<string>) {
  return class {
    async fetch({
      kind,
      filename,
    }: {
      readonly kind: string
      readonly filename: string
    }): Promise<Uint8Array> {
      const isTable = kind === 'cMapUrl' && TABLE.test(filename)
      const found = isTable ? await readFile(join(FOLDER, filename)).catch(() => null) : null
      if (found !== null) return new Uint8Array(found)
      if (kind === 'cMapUrl') missing.add(filename.replace(/\.bcmap$/, ''))
      throw new Error(`${filename} is not here`)
    }
  }
}
