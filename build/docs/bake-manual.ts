import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { nodeProgram, ROOT } from '../paths.mjs'

const WRITER = fileURLToPath(new URL('./write-manual.ts', import.meta.url))

/**
 * Writes the manual into the built page's folder, as one file (src-main/gateway/page/manual.ts). While files are
 * watched there is no manual.
 */
export function bakeManual(): Plugin {
  return {
    name: 'bake-manual',
    apply: 'build',
    async generateBundle(_options, bundle) {
      if (this.meta.watchMode) return
      const { stdout } = await promisify(execFile)(
        nodeProgram(),
        [WRITER, JSON.stringify(fontsIn(Object.keys(bundle)))],
        {
          cwd: ROOT,
          maxBuffer: 64 * 1024 * 1024,
        },
      )
      this.emitFile({ type: 'asset', fileName: 'manual.br', source: brotliCompressSync(stdout) })
    },
  }
}

/** Latin letters are all that the manual has. */
const FONTS: Readonly<Record<string, RegExp>> = {
  'Inter Variable': /inter-latin-wght-normal/,
  'JetBrains Mono Variable': /jetbrains-mono-latin-wght-normal/,
}

function fontsIn(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FONTS).flatMap(([family, pattern]) => {
      const file = files.find((name) => pattern.test(name))
      return file === undefined ? [] : [[family, file] as const]
    }),
  )
}
