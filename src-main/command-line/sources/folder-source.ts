import { z } from 'zod'
import type { ShownConsentOf } from '../../../src-shared/sources/source-kinds.ts'

const folder = { path: z.string(), edited_here: z.boolean() }

/** How the gateway tells the folder of scripts. */
export const folderOrigin = z.object(folder)

/** What the gateway shows before it is switched on. */
export const folderConsent = z.object({
  kind: z.literal('folder'),
  ...folder,
  warnings: z.array(z.string()),
  hash: z.string(),
})

/** What `sources add folder NAME` asks for. */
export function folderBody(isEditedHere: boolean): object {
  return { kind: 'folder', edited_here: isEditedHere }
}

/** What switching it on would allow, line by line. */
export function folderConsentLines({ path, edited_here: isEdited }: ShownConsentOf<'folder'>): string[] {
  return [
    'The scripts of this folder will become tools:',
    '',
    `  ${path}`,
    '',
    isEdited ? '  Each save is served at once.' : '  Each new or changed file waits until you approve it.',
    '  A pure script runs sealed: no files, no network, no clock.',
    '  Any other can read this folder, reach the network and signal your programs. It cannot write files,',
    '  start programs, or read other files, and it gets no variables.',
  ]
}
