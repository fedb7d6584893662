/** Where a source's tools come from, as the gateway tells it, by kind; a further kind is a member here. */
interface SettingsOfKinds {
  readonly mcp: {
    readonly command: string
    readonly args: readonly string[]
    readonly cwd: string
    /** The names of its variables that are not secret. */
    readonly variables: readonly string[]
  }
  readonly 'mcp-http': {
    readonly url: string
    /** The names of its headers that are not secret. */
    readonly headers: readonly string[]
    /** Whether it is in the owner's network or on this machine. */
    readonly is_private: boolean
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
    readonly changed_at: string
    readonly variables: readonly { readonly name: string; readonly from: 'system' | 'you' | 'secret' }[]
  }
  readonly 'mcp-http': {
    readonly url: string
    /** The only place that it is reached at. */
    readonly origin: string
    readonly is_private: boolean
    readonly headers: readonly { readonly name: string; readonly from: 'you' | 'secret' }[]
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

/** Where a source's tools come from, in a line. */
export function originLine(source: SourceOrigin): string {
  switch (source.kind) {
    case 'mcp':
      return [source.settings.command, ...source.settings.args].join(' ')
    case 'mcp-http':
      return source.settings.url
  }
}

/** A word for the kind of a source. */
export function kindWord({ kind }: SourceOrigin): string {
  return kind === 'mcp' ? 'MCP' : 'MCP over HTTP'
}

/** What is known of where a source's tools come from, as terms and facts. */
export function originFacts(source: SourceOrigin): readonly (readonly [term: string, fact: string])[] {
  switch (source.kind) {
    case 'mcp':
      return [
        ['Command', originLine(source)],
        ['Folder', source.settings.cwd],
        ['Variables', source.settings.variables.join(', ') || 'none'],
      ]
    case 'mcp-http':
      return [
        ['Address', source.settings.url],
        ['Where', source.settings.is_private ? 'your network or this machine' : 'the internet'],
        ['Headers', source.settings.headers.join(', ') || 'none'],
      ]
  }
}
