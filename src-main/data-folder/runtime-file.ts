import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const runtimeFile = z.object({
  url: z.url({ protocol: /^https?$/ }).max(300),
  pid: z.int().positive(),
  secret: z.string().min(43).max(100),
})

/** Where the running gateway of a data folder answers, and the secret that proves its identity. */
export type Runtime = z.infer<typeof runtimeFile>

/** Reads `runtime.json`; null when no gateway left a readable one. */
export function readRuntimeFile(dataDir: string): Runtime | null {
  try {
    const text = readPrivateFile(pathOf(dataDir))
    return text === null ? null : (runtimeFile.safeParse(parseJson(text)).data ?? null)
  } catch {
    // The file only helps to find the gateway; an unreadable one is the same as none.
    return null
  }
}

/** Records where this gateway answers, for the command line and for a second process on the same folder. */
export function writeRuntimeFile(dataDir: string, runtime: Runtime): void {
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(runtime)}\n`)
}

/** Removes `runtime.json` when the gateway stops. */
export function removeRuntimeFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'runtime.json')
}
