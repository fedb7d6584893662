import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ROOT } from '../paths.mjs'
import { debArchitecture, debOf, DEB_NAME } from './deb.ts'
import { DIST } from './places.ts'
import { programTree } from './program-tree.ts'
import { tarOf } from './tar.ts'

interface Product {
  readonly name: string
  readonly version: string
  readonly [field: string]: unknown
}

/** The path of the archive with Node inside, for this system. */
export function archiveFile({ name, version }: Product): string {
  return join(DIST, `${name}-${version}-${process.platform}-${process.arch}.tar.gz`)
}

/** The path of the Debian package, for this system. */
export function debFile({ version }: Product): string {
  return join(DIST, `${DEB_NAME}_${version}_${debArchitecture(process.arch)}.deb`)
}

/**
 * Makes an archive with Node and all files inside: unpacked anywhere, it runs. The SHA-256 lies beside it.
 * @returns its path
 */
export async function makeArchive(product: Product): Promise<string> {
  const file = archiveFile(product)
  const top = `${product.name}-${product.version}`
  const tree = programTree().map((entry) => ({ ...entry, path: `${top}/${entry.path}` }))
  mkdirSync(DIST, { recursive: true })
  await pipeline(
    Readable.from(tarOf([{ kind: 'folder', path: top }, ...tree], buildTime())),
    createGzip({ level: 9 }),
    createWriteStream(file),
  )
  await writeDigest(file)
  return file
}

/** Makes the Debian package of the gateway and the command. The SHA-256 lies beside it. @returns its path */
export async function makeDeb(product: Product): Promise<string> {
  const file = debFile(product)
  const facts = {
    version: product.version,
    description: String(product['description']),
    architecture: debArchitecture(process.arch),
    copyright: `${readFileSync(join(ROOT, 'LICENSE'), 'utf8')}
The notices of what comes with it are in /usr/lib/toolgate/lib/toolgate/THIRD-PARTY-NOTICES.txt and
/usr/lib/toolgate/lib/NODE-LICENSE.txt.
`,
  }
  writeFileSync(file, debOf(programTree(), facts, buildTime()))
  await writeDigest(file)
  return file
}

// https://reproducible-builds.org/docs/source-date-epoch/
function buildTime(): number {
  return Math.floor(Number(process.env['SOURCE_DATE_EPOCH'] ?? Date.now() / 1000))
}

/** Writes the SHA-256 of a file beside it, as `sha256sum --check` reads it. */
async function writeDigest(file: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${file.slice(DIST.length + 1)}\n`)
}
