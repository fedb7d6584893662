import { parseJson } from '../../../src-shared/parse-json.ts'

/** What a service starts. */
export interface ServiceSetup {
  /** Absolute path of Node. */
  readonly node: string
  /** Absolute path of the entry of the gateway without a window. */
  readonly entry: string
  readonly dataDir: string
  /** The port to listen on; null for the usual one. */
  readonly port: number | null
}

/** The whole command line of the gateway; one line of JSON on stdout, so that no key gets into a log. */
export function commandLineOf({
  node,
  entry,
  dataDir,
  port,
}: ServiceSetup): readonly [string, ...string[]] {
  return [node, entry, '--json', '--data-dir', dataDir, ...(port === null ? [] : ['--port', String(port)])]
}

const MARK = 'toolgate-service'

/** A setup as a comment of the file that a service is written to, from which `setupIn` reads it again. */
export function setupComment(setup: ServiceSetup): string {
  // Two hyphens would end a comment in XML.
  return `${MARK} ${JSON.stringify(setup).replaceAll('-', '\\u002d')}`
}

/**
 * The setup that a service was written for.
 * @param text of its file
 * @returns null when somebody else wrote the file
 */
export function setupIn(text: string): ServiceSetup | null {
  const json = new RegExp(`${MARK} (\\{.*\\})`).exec(text)?.[1]
  if (json === undefined) return null
  try {
    const read = parseJson(json)
    return isSetup(read) ? read : null
  } catch {
    // Edited by hand, until it was no longer JSON.
    return null
  }
}

function isSetup(value: unknown): value is ServiceSetup {
  if (typeof value !== 'object' || value === null) return false
  // An object; each member is checked below.
  const { node, entry, dataDir, port } = value as Partial<Record<string, unknown>>
  return (
    [node, entry, dataDir].every((path) => typeof path === 'string') &&
    (port === null || typeof port === 'number')
  )
}
