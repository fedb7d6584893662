/** Where the page, the worker and the programs are. */
export interface ProgramFiles {
  readonly pageDir: URL
  readonly workerUrl: URL
  /** The entry of the gateway without a window, and of the command line. */
  readonly headless: URL
  readonly cli: URL
}

/**
 * The files beside an entry: the built ones, or the sources where the entry itself is one. Without that a gateway
 * started from its sources would answer, and fail with the first call that needs a worker.
 * @param entry the address of the entry; the build splits code into chunks, so only the entry knows it
 */
export function programFilesOf(entry: string): ProgramFiles {
  const fileOf = (path: string): URL => new URL(path, entry)
  if (entry.endsWith('.ts')) {
    return {
      pageDir: fileOf('../out/renderer/'),
      workerUrl: fileOf('./workers/tool-worker.ts'),
      headless: fileOf('./headless.ts'),
      cli: fileOf('./cli.ts'),
    }
  }
  return {
    pageDir: fileOf('../renderer/'),
    workerUrl: fileOf('./tool-worker.js'),
    headless: fileOf('./headless.js'),
    cli: fileOf('./cli.js'),
  }
}
