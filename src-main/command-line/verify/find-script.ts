import { join } from 'node:path'
import { SCRIPT_FOLDER } from '../../extensions/folder/folder-settings.ts'
import { readFolder } from '../../extensions/folder/read-folder.ts'
import type { ReadFile } from '../../extensions/folder/script-thread.ts'
import { NotSent } from '../../extensions/not-sent.ts'
import { unpacked } from '../../extensions/packed-definition.ts'
import { jsonFields } from '../../extensions/schemas/json-fields.ts'
import { RegisteredTool } from '../../registry/registry.ts'

/** Reads what a file says of its tool, in a worker; null when that is not possible. */
export type ReadsFile = (name: string, file: string, text: string) => Promise<ReadFile | null>

/**
 * A pure script of the data folder by the hash of its file, as a tool that can be run again; null where no file has
 * that hash.
 */
export async function findScript(
  dataDir: string,
  slug: string,
  definition: string,
  read: ReadsFile,
): Promise<RegisteredTool | null> {
  const found = (await filesIn(join(dataDir, SCRIPT_FOLDER))).find(
    (one) => 'hash' in one && one.hash === definition,
  )
  if (!found || !('text' in found)) return null
  const said = await read(found.name, found.file, found.text)
  if (said?.kind !== 'tool') return null
  const { inputSchema, title, description = '', script } = unpacked(Buffer.from(said.seen.packed))
  return new RegisteredTool(
    {
      ...{ slug, title: title ?? slug, summary: description, searchWords: [], category: 'folder' },
      ...{ tier: 'compute', credits: 0, cacheable: script?.isPure === true, examples: [] },
      ...(script?.isPure ? { script: script.code } : {}),
      handler: () => {
        throw new Error('A script that is run again runs in a worker')
      },
    },
    { input: jsonFields(inputSchema), output: jsonFields({ type: 'object' }) },
    { id: slug.split('__')[0] ?? slug, kind: 'folder', version: null, definition },
  )
}

async function filesIn(folder: string) {
  try {
    return await readFolder(folder)
  } catch (error) {
    if (error instanceof NotSent) return []
    throw error
  }
}
