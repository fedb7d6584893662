import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { type PageFile, toPageFile } from './page-file.ts'

const NAME = 'manual.json.br'

/** The built manual. Its pages lie in one compressed file, which is read when somebody first asks for one. */
export class Manual {
  readonly #file: string
  #texts: Promise<ReadonlyMap<string, string>> | undefined
  readonly #files = new Map<string, PageFile>()

  /** @param folder the renderer's build */
  constructor(folder: string) {
    this.#file = join(folder, NAME)
  }

  /**
   * Finds a page or a file of the manual.
   * @param address from `/docs` on, with or without `.html`
   * @returns null if there is none, or if the manual has not been built
   */
  async find(address: string): Promise<PageFile | null> {
    const known = this.#files.get(address)
    if (known) return known
    this.#texts ??= readTexts(this.#file)
    const texts = await this.#texts
    const plain = address.replace(/\/$/, '')
    const at = plain === '/docs' ? '/docs/index' : plain
    const path = texts.has(at) ? at : `${at}.html`
    const text = texts.get(path)
    if (text === undefined) return null
    const file = toPageFile(path, Buffer.from(text))
    this.#files.set(address, file)
    return file
  }
}

async function readTexts(file: string): Promise<ReadonlyMap<string, string>> {
  const packed = await readFile(file).catch(() => null)
  if (packed === null) return new Map()
  const json = (await promisify(brotliDecompress)(packed)).toString()
  // The build has written it: an object of addresses and texts.
  return new Map(Object.entries(parseJson(json) as Record<string, string>))
}
