/** A description of an API may have so many bytes. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024

/** So many operations of an API are chosen by themselves; each one costs a model tokens. */
export const MOST_CHOSEN = 40

/** How a secret of an API is sent. */
export interface SentSecret {
  readonly name: string
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** The header, the name in the query or the cookie that it is sent in. */
  readonly parameter: string
  /** Whether it goes with every call. */
  readonly is_always: boolean
}

/** A command as it is shown: each field is a name in braces. */
export interface ShownCommand {
  readonly name: string
  /** The program and its arguments. */
  readonly argv: readonly string[]
  readonly stdin: string | null
  readonly output: 'text' | 'json' | 'lines'
  readonly read_only: boolean
  /** The file that the program is in the end. */
  readonly file: string
}

/** A package of npm as it is shown before it is installed. */
export interface ShownPackage {
  readonly name: string
  readonly version: string
  /** Of its tarball: `sha512-…`. */
  readonly integrity: string
  /** How many packages are installed, itself included. */
  readonly count: number
  /** The origins that they are loaded from. */
  readonly origins: readonly string[]
  /** Where they are installed. */
  readonly folder: string
}

/** Where a source's tools come from, as the gateway tells it, by kind; a further kind is a member here. */
interface SettingsOfKinds {
  readonly mcp: {
    readonly command: string
    readonly args: readonly string[]
    readonly cwd: string
    /** The names of its variables that are not secret. */
    readonly variables: readonly string[]
    /** The package of npm that it is; its script is then the first argument. Null for any other program. */
    readonly package: {
      readonly name: string
      readonly version: string
      /** A newer version that the registry has told of; null for none. */
      readonly newest: string | null
    } | null
  }
  readonly 'mcp-http': {
    readonly url: string
    /** The names of its headers that are not secret. */
    readonly headers: readonly string[]
    /** Whether it is in the owner's network or on this machine. */
    readonly is_private: boolean
    /** Its client id where people sign in for it; null for one that is made then. */
    readonly client_id: string | null
  }
  readonly openapi: {
    /** The address before the paths of its operations. */
    readonly server: string
    /** Every origin that calls may go to. */
    readonly origins: readonly string[]
    /** Where its document is; null for one that was sent. */
    readonly url: string | null
    readonly credentials: readonly SentSecret[]
    /** The secrets that its document knows and that were not given. */
    readonly missing: readonly SentSecret[]
  }
  readonly command: {
    readonly cwd: string
    /** The names of its variables that are not secret. */
    readonly variables: readonly string[]
    readonly commands: readonly ShownCommand[]
  }
  readonly folder: {
    readonly path: string
    /** Whether a saved file is served without being looked at. */
    readonly edited_here: boolean
  }
}

/** What a person must have seen before a source is added, by kind; a further kind is a member here. */
interface ConsentOfKinds {
  readonly mcp: {
    readonly command: string
    readonly args: readonly string[]
    readonly cwd: string
    /** The file that the program is in the end. */
    readonly file: string
    /** The scripts among its arguments, as files. */
    readonly scripts: readonly string[]
    readonly changed_at: string
    readonly variables: readonly { readonly name: string; readonly from: 'system' | 'you' | 'secret' }[]
    /** The package of npm that would be installed; null for any other program. */
    readonly package: ShownPackage | null
  }
  readonly 'mcp-http': {
    readonly url: string
    /** The only place that it is reached at. */
    readonly origin: string
    readonly is_private: boolean
    readonly headers: readonly { readonly name: string; readonly from: 'you' | 'secret' }[]
    /** Its client id where people sign in for it; null for one that is made then. */
    readonly client_id: string | null
  }
  readonly openapi: {
    readonly title: string
    readonly version: string | null
    readonly server: string
    readonly origins: readonly string[]
    readonly url: string | null
    readonly operations: number
    /** How many of them do more than read. */
    readonly writes: number
    readonly deprecated: number
    readonly credentials: readonly SentSecret[]
    /** The secrets that its document knows and that were not given. */
    readonly missing: readonly SentSecret[]
  }
  readonly folder: {
    readonly path: string
    readonly edited_here: boolean
  }
  readonly command: {
    readonly cwd: string
    readonly commands: readonly ShownCommand[]
    readonly variables: readonly { readonly name: string; readonly from: 'system' | 'you' | 'secret' }[]
  }
}

interface ConsentFacts {
  readonly warnings: readonly string[]
  /** Stands for everything that was shown. */
  readonly hash: string
}

type Kind = keyof SettingsOfKinds

/** Where the tools of a source of a kind come from. */
export interface OriginOf<K extends Kind> {
  readonly kind: K
  readonly settings: SettingsOfKinds[K]
}
export type SourceOrigin = { [K in Kind]: OriginOf<K> }[Kind]

/** What a person must have seen before a source of a kind is added. */
export type ShownConsentOf<K extends Kind> = { readonly kind: K } & ConsentOfKinds[K] & ConsentFacts
export type ShownConsent = { [K in Kind]: ShownConsentOf<K> }[Kind]

/** What was read of a document, before anything is agreed to. */
export interface ShownDocument {
  /** Stands for its bytes. */
  readonly hash: string
  readonly url: string | null
  readonly title: string
  readonly version: string | null
  readonly servers: readonly string[]
  readonly schemes: readonly SentSecret[]
  readonly operations: number
  readonly writes: number
  readonly deprecated: number
}

/** Where a source's tools come from, in a line. */
export function originLine(source: SourceOrigin): string {
  switch (source.kind) {
    case 'mcp': {
      const { command, args, package: pinned } = source.settings
      // The script lies below the data folder, where nobody needs to look.
      if (pinned) return [`npm:${pinned.name}@${pinned.version}`, ...args.slice(1)].join(' ')
      return [command, ...args].join(' ')
    }
    case 'mcp-http':
      return source.settings.url
    case 'openapi':
      return source.settings.server
    case 'folder':
      return source.settings.path
    case 'command':
      return source.settings.commands.map(({ argv }) => argv.join(' ')).join('; ')
  }
}

/** A word for the kind of a source. */
export function kindWord({ kind }: SourceOrigin): string {
  return {
    mcp: 'MCP',
    'mcp-http': 'MCP over HTTP',
    openapi: 'OpenAPI',
    folder: 'Scripts',
    command: 'Commands',
  }[kind]
}

/** Where a secret of an API goes, in words. */
export function secretWords({ name, kind, parameter, is_always: isAlways }: SentSecret): string {
  const place =
    kind === 'bearer' || kind === 'basic'
      ? `${kind} in the header ${parameter}`
      : `the ${kind === 'query' ? 'query parameter' : kind} ${parameter}`
  return `${name}: ${place}${isAlways ? ', with every call' : ''}`
}

/** What is known of where a source's tools come from, as terms and facts. */
export function originFacts(source: SourceOrigin): readonly (readonly [term: string, fact: string])[] {
  switch (source.kind) {
    case 'mcp':
      return [
        ['Command', originLine(source)],
        ...(source.settings.package?.newest ? [['Newest', source.settings.package.newest] as const] : []),
        ['Folder', source.settings.cwd],
        ['Variables', source.settings.variables.join(', ') || 'none'],
      ]
    case 'mcp-http':
      return [
        ['Address', source.settings.url],
        ['Where', source.settings.is_private ? 'your network or this machine' : 'the internet'],
        ['Headers', source.settings.headers.join(', ') || 'none'],
        ...(source.settings.client_id === null ? [] : [['Client', source.settings.client_id] as const]),
      ]
    case 'openapi':
      return [
        ['Server', source.settings.server],
        ['Origins', source.settings.origins.join(', ')],
        ['Document', source.settings.url ?? 'sent'],
        ['Credentials', source.settings.credentials.map(secretWords).join('; ') || 'none'],
        ...(source.settings.missing.length === 0
          ? []
          : [['Not given', source.settings.missing.map(secretWords).join('; ')] as const]),
      ]
    case 'command':
      return [
        ...source.settings.commands.map(({ name, argv }) => [name, argv.join(' ')] as const),
        ['Folder', source.settings.cwd],
        ['Variables', source.settings.variables.join(', ') || 'none'],
      ]
    case 'folder':
      return [
        ['Folder', source.settings.path],
        [
          'Saves',
          source.settings.edited_here ? 'run at once: you edit here' : 'wait until you approve them',
        ],
      ]
  }
}
