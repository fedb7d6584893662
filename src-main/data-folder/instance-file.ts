import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const instanceFile = z.object({ demo_key: z.string().max(200).optional() })

/**
 * What is kept of an instance outside its database: that it exists, and its demo key, which is public. A folder
 * with this file once had a database, so a lost database is noticed and never replaced by a blank one.
 */
export interface InstanceFile {
  readonly demoKey: string | null
}

/** Reads `instance.json`; null when this folder never held an instance. */
export function readInstanceFile(dataDir: string): InstanceFile | null {
  const text = readPrivateFile(pathOf(dataDir))
  if (text === null) return null
  return { demoKey: parse(text)?.demo_key ?? null }
}

/** Writes `instance.json`. */
export function writeInstanceFile(dataDir: string, { demoKey }: InstanceFile): void {
  const content = demoKey === null ? {} : { demo_key: demoKey }
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(content, null, 2)}\n`)
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'instance.json')
}

function parse(text: string): z.infer<typeof instanceFile> | null {
  try {
    return instanceFile.safeParse(parseJson(text)).data ?? null
  } catch {
    // A damaged marker still marks the folder; a new demo key replaces the one it held.
    return null
  }
}
