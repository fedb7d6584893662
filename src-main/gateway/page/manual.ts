import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { CodedBytes } from '../../registry/coded-bytes.ts'
import { contentTypeOf } from './page-file.ts'

/** The file that the build writes (build/docs/pack-manual.ts). */
const NAME = 'manual.br'
const NEW_LINE = 10

/** A page of the manual, as its search knows it. */
export interface ManualPage {
  /** Below `/docs/`. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly section: string
  /** Its headings; those of a tool are its search words, which the registry has. */
  readonly words?: readonly string[]
}

/** The first line of the packed manual: what is behind it, in that order. */
export interface ManualHead {
  readonly pages: readonly ManualPage[]
  /** Addresses and their bytes. */
  readonly files: readonly (readonly [address: string, bytes: number])[]
}

/** A file of the manual, ready to send. */
export interface ManualFile {
  readonly coded: CodedBytes
  readonly contentType: string
}

interface Contents {
  readonly pages: readonly ManualPage[]
  readonly files: ReadonlyMap<string, Buffer>
}

/** The built manual. Its pages are in one compressed file, which is read when somebody first asks for one. */
export class Manual {
  readonly #file: string
  #contents: Promise<Contents> | undefined
  readonly #sent = new Map<string, ManualFile>()

  /** @param folder the renderer's build */
  constructor(folder: string) {
    this.#file = join(folder, NAME)
  }

  /**
   * Finds a page or a file of the manual.
   * @param address from `/docs` on, with or without `.html`
   * @returns null if there is none, or if the manual has not been built
   */
  async find(address: string): Promise<ManualFile | null> {
    const { files } = await this.#open()
    const plain = address.replace(/\/$/, '')
    const at = plain === '/docs' ? '/docs/index' : plain
    const path = files.has(at) ? at : `${at}.html`
    const known = this.#sent.get(path)
    if (known) return known
    const bytes = files.get(path)
    if (bytes === undefined) return null
    const file = { coded: new CodedBytes(bytes), contentType: contentTypeOf(extname(path)) }
    this.#sent.set(path, file)
    return file
  }

  /** All pages; none if the manual has not been built. */
  async pages(): Promise<readonly ManualPage[]> {
    return (await this.#open()).pages
  }

  #open(): Promise<Contents> {
    return (this.#contents ??= readContents(this.#file))
  }
}

// Decompressed in a thread of Node's pool; here, only the first line is parsed, and the rest is cut where it says.
async function readContents(file: string): Promise<Contents> {
  const packed = await readFile(file).catch(() => null)
  if (packed === null) return { pages: [], files: new Map() }
  const bytes = await promisify(brotliDecompress)(packed)
  const end = bytes.indexOf(NEW_LINE)
  // The build has written it.
  const head = parseJson(bytes.toString('utf8', 0, end)) as ManualHead
  let at = end + 1
  const files = new Map(
    head.files.map(([address, length]) => [address, bytes.subarray(at, (at += length))] as const),
  )
  return { pages: head.pages, files }
}
