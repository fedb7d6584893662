import { isJson, resolved, type Json } from '../../tools/lib/api-parts.ts'

/** How a secret is sent. */
export type CredentialKind = 'bearer' | 'basic' | 'header' | 'query' | 'cookie'

/** A secret that calls of an API are sent with. */
export interface Credential {
  /** Its name among the secrets: the name of its scheme, or one that the owner has given. */
  readonly name: string
  readonly kind: CredentialKind
  /** The header, the name in the query or the cookie that it is sent in. */
  readonly parameter: string
  /** Whether it goes with every call, and not only with operations that name it. */
  readonly isAlways: boolean
}

/** A secret that goes with every call, as its owner asks for it. */
export interface AskedCredential {
  readonly name: string
  readonly kind: CredentialKind
  readonly parameter?: string | undefined
}

/** How secrets are sent that their owner names, whatever the document says. */
export function credentialsAsAsked(asked: readonly AskedCredential[]): readonly Credential[] {
  return asked.map(
    ({ name, kind, parameter = kind === 'bearer' || kind === 'basic' ? 'authorization' : name }) => ({
      ...{ name, kind, parameter, isAlways: true },
    }),
  )
}

/** A credential with its value, where it goes in a request. */
export interface SentCredential {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly value: string
}

/** The security schemes that a document declares and that can be used here. */
export function schemesOf(document: Json): Credential[] {
  const components = isJson(document['components']) ? document['components'] : {}
  const declared = document['securityDefinitions'] ?? components['securitySchemes']
  return Object.entries(isJson(declared) ? declared : {}).flatMap(([name, scheme]) => {
    const found = resolved(document, scheme)
    const kind = found && kindOf(found)
    return kind ? [{ name, isAlways: false, ...kind }] : []
  })
}

// Whoever has signed in somewhere else has a token, which is sent like any other.
function kindOf({ type, scheme, name, in: place }: Json): Pick<Credential, 'kind' | 'parameter'> | null {
  const isBasic = type === 'basic' || (type === 'http' && String(scheme).toLowerCase() === 'basic')
  if (isBasic) return { kind: 'basic', parameter: 'authorization' }
  if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
    return { kind: 'bearer', parameter: 'authorization' }
  const isPlaced = place === 'header' || place === 'query' || place === 'cookie'
  if (type !== 'apiKey' || !isPlaced || typeof name !== 'string' || name === '') return null
  return { kind: place, parameter: name }
}

/**
 * The credentials that a call of an operation goes with: those of the first alternative that are all there, and those
 * that go with every call.
 * @returns null when the operation asks for some and none of its alternatives are there
 */
export function chosenFor(
  security: readonly (readonly string[])[],
  credentials: readonly Credential[],
): readonly Credential[] | null {
  const always = credentials.filter(({ isAlways }) => isAlways)
  for (const names of security) {
    const found = credentials.filter(({ name, isAlways }) => !isAlways && names.includes(name))
    if (names.length > 0 && found.length === names.length) return [...found, ...always]
  }
  const isOpen = security.length === 0 || security.some((names) => names.length === 0)
  return isOpen || always.length > 0 ? always : null
}

/** A credential as it is sent. @param secret for `basic` the name, a colon and the password */
export function toSent({ kind, parameter }: Credential, secret: string): SentCredential {
  switch (kind) {
    case 'bearer':
      return { in: 'header', name: parameter, value: `Bearer ${secret}` }
    case 'basic':
      return {
        in: 'header',
        name: parameter,
        value: `Basic ${Buffer.from(secret, 'utf8').toString('base64')}`,
      }
    case 'header':
    case 'query':
    case 'cookie':
      return { in: kind, name: parameter, value: secret }
  }
}
