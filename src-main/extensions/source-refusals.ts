import { GatewayError } from '../../src-shared/errors.ts'
import { toSafeHeaders } from '../outbound/header-policy.ts'
import { InvalidInput } from '../tool-kit/tool-context.ts'
import { CLIENT_SECRET, SOURCE_LIMITS, type Source, type SourceTool } from './source.ts'

/** The refusal of a tool that is not as it was approved. */
export function toolChanged({ slug, source }: SourceTool): GatewayError {
  return new GatewayError(
    'tool_changed',
    `The tool ${slug} is not as it was approved, so it is closed until the owner has looked at the change: on the page in ` +
      `Sources, or with toolgate sources changes ${source}.`,
  )
}

/** The refusal of a tool that its server lists no more. */
export function toolGone({ slug, source }: SourceTool): GatewayError {
  return new GatewayError(
    'api_not_found',
    `The tool ${slug} is gone: ${source} does not list it any more.`,
    {
      nearest: [],
    },
  )
}

/** The refusal of a tool whose definition is stored no more. */
export function toolRemoved({ slug }: SourceTool): GatewayError {
  return new GatewayError(
    'api_not_found',
    `The tool ${slug} is gone: its source was removed a moment ago.`,
    {
      nearest: [],
    },
  )
}

/** The refusal of a tool that the owner has not switched on. */
export function toolClosed({ slug, source, state }: SourceTool): GatewayError {
  const why = state === 'new' ? 'was not approved yet' : 'is switched off'
  return new GatewayError(
    'api_not_found',
    `The tool ${slug} ${why}. The owner can change that: toolgate sources show ${source}.`,
    {
      nearest: [],
    },
  )
}

/** The refusal of an id that no source has. */
export function unknownSource(id: string): GatewayError {
  return new GatewayError(
    'not_found',
    `There is no source ${JSON.stringify(id.slice(0, 40))}. GET /app/sources lists them.`,
  )
}

/** The refusal of a command other than the one that was shown. */
export function otherConsent(): GatewayError {
  return new GatewayError(
    'consent_mismatch',
    'This is not what was shown: the command, its folder, its variables or its program differ. Look at it again with ' +
      'POST /app/sources/preview, and send the hash that it gives.',
  )
}

/** The refusal of an approval of something other than what is there now. */
export function otherDefinition(names: readonly string[]): GatewayError {
  const listed = names.slice(0, 5).join(', ')
  return new GatewayError(
    'tool_changed',
    `Meanwhile changed again: ${listed}. Look at the changes before approving them.`,
  )
}

/** The refusal of an approval of tools whose definitions have characters that nobody sees. */
export function unseenCharacters(names: readonly string[]): GatewayError {
  const message =
    `These have characters that nobody sees: ${names.slice(0, 5).join(', ')}. Read them in Changes, where such ` +
    'characters are written as code points, and send looked_at: true for each'
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path: 'tools.looked_at', message }],
  })
}

/** The refusal of a field of a request. @param message without its full stop */
export function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}

/** The refusal of an id that a source has. */
export function idTaken(id: string): GatewayError {
  return refused('id', `There is a source ${id} already. Choose another id`)
}

/**
 * Refuses a source whose id is taken, one too many, a second folder, and a secret that cannot be passed on.
 * @throws GatewayError validation_error
 */
export function refuseToAdd(
  { id, kind }: Source,
  secrets: Readonly<Record<string, string>>,
  others: readonly Source[],
): void {
  if (others.some((one) => one.id === id)) throw idTaken(id)
  if (others.length >= SOURCE_LIMITS.sources)
    throw refused('id', `There may be ${SOURCE_LIMITS.sources} sources. Remove one first`)
  const folder = kind === 'folder' && others.find((one) => one.kind === kind)
  if (folder) throw refused('kind', `The folder is switched on already, as ${folder.id}`)
  refuseSecrets(kind, secrets)
}

/** Refuses secrets that cannot be passed on. @throws GatewayError validation_error */
export function refuseSecrets(kind: Source['kind'], secrets: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(secrets)) refuseSecret(kind, name, value)
}

// Where it is sent later on, its failure would be told with its value.
function refuseSecret(kind: Source['kind'], name: string, value: string): void {
  if (value.includes('\0')) throw refused('secrets', `The secret ${name} has a NUL character`)
  if (kind !== 'mcp-http' || name === CLIENT_SECRET) return
  try {
    toSafeHeaders({ [name]: value })
  } catch (error) {
    throw error instanceof InvalidInput ? refused('secrets', error.message) : error
  }
}
