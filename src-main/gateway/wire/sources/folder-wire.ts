import { z } from 'zod'
import { GatewayError } from '../../../../src-shared/errors.ts'
import type { OriginOf, ShownConsentOf } from '../../../../src-shared/sources/source-kinds.ts'
import type { FolderSettings } from '../../../extensions/folder/folder-settings.ts'
import type { SourceBook } from '../../../extensions/source-book.ts'

/** The fields of a request about the folder of scripts. */
export const folderFields = {
  kind: z.literal('folder'),
  edited_here: z
    .boolean()
    .default(false)
    .describe('Whether what is saved there is served without being looked at'),
}

/** What switching the folder on would allow; nothing is read. @throws GatewayError validation_error */
export function folderConsent(
  { edited_here: isEditedHere }: { readonly edited_here: boolean },
  secrets: readonly string[],
  { folder }: Pick<SourceBook, 'folder'>,
) {
  if (secrets.length > 0) throw refused('secrets', 'Scripts get no secrets, as they get no variables')
  const { settings, path, warnings, hash } = folder.consentTo({ isEditedHere })
  const shown: ShownConsentOf<'folder'> = {
    ...{ kind: 'folder', path, edited_here: isEditedHere, warnings, hash },
  }
  return { origin: { kind: 'folder' as const, settings }, shown }
}

/** How the folder is told. */
export function folderSettings(
  { isEditedHere }: FolderSettings,
  { folder }: Pick<SourceBook, 'folder'>,
): OriginOf<'folder'>['settings'] {
  return { path: folder.path, edited_here: isEditedHere }
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}
