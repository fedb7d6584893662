import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A package as somebody publishes it. */
export interface Published {
  readonly name: string
  readonly version: string
  readonly files: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

interface Stored {
  readonly manifest: Readonly<Record<string, unknown>>
  tarball: Buffer
}

/** A registry of npm on this machine: it answers with packages as the protocol of the registry says, and counts. */
export class NpmRegistry {
  readonly #server: Server
  readonly #packages = new Map<string, Map<string, Stored>>()
  /** The paths that were asked for. */
  readonly asked: string[] = []

  private constructor(server: Server) {
    this.#server = server
    server.on('request', ({ url = '/' }, response) => this.#answer(decodeURIComponent(url), response))
  }

  static async start(): Promise<NpmRegistry> {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return new NpmRegistry(server)
  }

  get url(): string {
    // It listens on a port.
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/`
  }

  publish({ name, version, files, bin, dependencies = {}, scripts = {} }: Published): void {
    const own = { name, version, dependencies, scripts, ...(bin && { bin }) }
    const all = { 'package.json': JSON.stringify(own), ...files }
    const tarball = gzipSync(tarOf(all))
    const manifest = {
      ...own,
      ...(scripts['postinstall'] && { hasInstallScript: true }),
      dist: {
        tarball: `${this.url}${name}/-/${version}.tgz`,
        shasum: createHash('sha1').update(tarball).digest('hex'),
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      },
    }
    const versions = this.#packages.get(name) ?? new Map<string, Stored>()
    this.#packages.set(name, versions.set(version, { manifest, tarball }))
  }

  /** Sends something else for a version than what was published, as a registry that was broken into. */
  replace(name: string, version: string, files: Readonly<Record<string, string>>): void {
    const stored = this.#packages.get(name)?.get(version)
    if (!stored) throw new Error(`${name}@${version} was not published`)
    stored.tarball = gzipSync(tarOf({ 'package.json': JSON.stringify({ name, version }), ...files }))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }

  #answer(path: string, response: ServerResponse): void {
    this.asked.push(path)
    const [, name = '', version] = /^\/(.+?)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? []
    const versions = this.#packages.get(name)
    const tarball = version === undefined ? undefined : versions?.get(version)?.tarball
    if (tarball) return void response.setHeader('content-type', 'application/octet-stream').end(tarball)
    if (!versions || version !== undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
      return
    }
    const manifests = [...versions].map(([of, { manifest }]) => [of, manifest] as const)
    const body = {
      name,
      'dist-tags': { latest: manifests.at(-1)?.[0] },
      versions: Object.fromEntries(manifests),
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }
}

// The format of ustar: a head of 512 bytes for each file, and its bytes in blocks of as many.
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    const head = Buffer.alloc(512)
    const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
    head.write(`package/${path}`, 0)
    head.write(octal(0o755, 7) + octal(0, 7) + octal(0, 7) + octal(bytes.length, 11) + octal(0, 11), 100)
    head.write('        0', 148)
    head.write('ustar\x0000', 257)
    head.write(
      octal(
        head.reduce((sum, byte) => sum + byte, 0),
        6,
      ) + ' ',
      148,
    )
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1_024)])
}
