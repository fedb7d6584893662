import { refuseVariables } from './consent.ts'
import { refuseHeaders } from './http-consent.ts'
import { credentialsAsAsked, type AskedCredential, type Credential } from './openapi/credentials.ts'
import type { ApiSettings } from './openapi/api-settings.ts'
import { refused } from './source-refusals.ts'
import { SIGN_IN, type StoredOrigin } from './source.ts'

/** Secrets that an owner gives a source that was added, or takes away from it. */
export interface GivenSecrets {
  /** Values by names; null takes one away. */
  readonly secrets: Readonly<Record<string, string | null>>
  /** How an API is sent those that its document does not name. */
  readonly credentials: readonly AskedCredential[]
}

/** Where a source's tools come from, and the names of its secrets. */
interface WithSecrets {
  readonly origin: StoredOrigin
  readonly names: readonly string[]
}

type Same = (one: string, other: string) => boolean

const MOST_SECRETS = 64
const exactly: Same = (one, other) => one === other
const inAnyCase: Same = (one, other) => one.toLowerCase() === other.toLowerCase()

/**
 * A source with other secrets. Where they go stays as its owner has agreed to: the same program, address or server.
 * @param now milliseconds since 1970
 * @throws GatewayError validation_error for a name that it cannot have
 */
export function withSecrets(
  { kind, settings }: StoredOrigin,
  { secrets, credentials }: GivenSecrets,
  now: number,
): WithSecrets {
  if (credentials.length > 0 && kind !== 'openapi')
    throw refused('credentials', 'Only the secrets of an API are sent in a way of their own')
  switch (kind) {
    case 'mcp': {
      const variables = withVariables(settings, secrets)
      const origin = { kind, settings: { ...settings, ...variables, secretsAt: now } }
      return { origin, names: variables.secrets }
    }
    case 'command': {
      const variables = withVariables(settings, secrets)
      return { origin: { kind, settings: { ...settings, ...variables } }, names: variables.secrets }
    }
    case 'mcp-http': {
      const names = namesOf(settings.secrets, secrets, inAnyCase)
      const headers = without(settings.headers, names, inAnyCase)
      refuseHeaders(headers, names)
      const origin = { kind, settings: { ...settings, headers, secrets: names, secretsAt: now } }
      return { origin, names }
    }
    case 'openapi': {
      const sent = withCredentials(settings, secrets, credentials)
      const names = sent.credentials.map(({ name }) => name)
      return { origin: { kind, settings: { ...settings, ...sent } }, names }
    }
    case 'folder':
      throw refused('secrets', 'Scripts get no secrets, as they get no variables')
  }
}

/** A document of an API that was read again. */
export interface RenewedDocument extends Pick<ApiSettings, 'document' | 'url'> {
  /** The security schemes that it declares. */
  readonly schemes: readonly Credential[]
}

/** An API with another document: what was given is sent as before. */
export function renewed(settings: ApiSettings, { schemes, ...document }: RenewedDocument): ApiSettings {
  const missing = schemes.filter(({ name }) => !settings.credentials.some((one) => one.name === name))
  return { ...settings, ...document, missing }
}

function withVariables(
  {
    env,
    secrets: before,
  }: { readonly env: Readonly<Record<string, string>>; readonly secrets: readonly string[] },
  given: GivenSecrets['secrets'],
) {
  const secrets = namesOf(before, given, exactly)
  const plain = without(env, secrets, exactly)
  refuseVariables(plain, secrets)
  return { env: plain, secrets }
}

function withCredentials(
  { credentials: before, missing: unknown = [] }: ApiSettings,
  given: GivenSecrets['secrets'],
  asked: readonly AskedCredential[],
): Pick<ApiSettings, 'credentials' | 'missing'> {
  const own = credentialsAsAsked(asked)
  const unused = own.find(({ name }) => typeof given[name] !== 'string')
  if (unused) throw refused('credentials', `The secret ${unused.name.slice(0, 80)} is not given`)
  const known = [...own, ...before, ...unknown].filter(
    ({ name }, at, all) => all.findIndex((one) => one.name === name) === at,
  )
  const names = namesOf(
    before.map(({ name }) => name),
    given,
    exactly,
  )
  const stranger = names.find((name) => !known.some((one) => one.name === name))
  if (stranger !== undefined) {
    const why = `The document names ${known.map(({ name }) => name).join(', ') || 'none'}`
    throw refused(
      'secrets',
      `${stranger.slice(0, 80)} is not a secret of this API. ${why}; say how another is sent`,
    )
  }
  const [credentials, missing] = [true, false].map((isGiven) =>
    known.filter(({ name }) => names.includes(name) === isGiven),
  )
  // One of the owner's that is taken away is nothing that the document asks for.
  return { credentials: credentials ?? [], missing: (missing ?? []).filter(({ isAlways }) => !isAlways) }
}

function namesOf(
  before: readonly string[],
  given: GivenSecrets['secrets'],
  isSame: Same,
): readonly string[] {
  const wanted = Object.entries(given)
  const absent = wanted.find(
    ([name, value]) => name === SIGN_IN || (value === null && !before.some((one) => isSame(one, name))),
  )
  if (absent) throw refused('secrets', `There is no secret ${absent[0].slice(0, 80)}`)
  const kept = before.filter((name) => !wanted.some(([one]) => isSame(one, name)))
  const names = [...kept, ...wanted.flatMap(([name, value]) => (value === null ? [] : [name]))]
  if (names.length > MOST_SECRETS)
    throw refused('secrets', `A source has ${MOST_SECRETS} secrets at most. Take one away first`)
  return names
}

// A variable that was plain is given as a secret from now on.
function without(
  plain: Readonly<Record<string, string>>,
  names: readonly string[],
  isSame: Same,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(plain).filter(([name]) => !names.some((one) => isSame(one, name))),
  )
}
