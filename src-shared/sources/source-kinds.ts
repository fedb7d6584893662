/** Where a source's tools come from, as the gateway tells it; a further kind is a member here. */
export type SourceOrigin = {
  readonly kind: 'mcp'
  readonly settings: {
    readonly command: string
    readonly args: readonly string[]
    readonly cwd: string
    /** The names of its variables that are not secret. */
    readonly variables: readonly string[]
  }
}

/** What a person must have seen before a source is added; a further kind is a member here. */
export type ShownConsent = {
  readonly kind: 'mcp'
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The file that the program is in the end. */
  readonly file: string
  readonly changed_at: string
  readonly variables: readonly { readonly name: string; readonly from: 'system' | 'you' | 'secret' }[]
} & ConsentFacts

interface ConsentFacts {
  readonly warnings: readonly string[]
  /** Stands for everything that was shown. */
  readonly hash: string
}

/** Where a source's tools come from, in a line. */
export function originLine({ settings }: SourceOrigin): string {
  return [settings.command, ...settings.args].join(' ')
}

/** A word for the kind of a source. */
export function kindWord(_origin: SourceOrigin): string {
  return 'MCP'
}

/** What is known of where a source's tools come from, as terms and facts. */
export function originFacts(origin: SourceOrigin): readonly (readonly [term: string, fact: string])[] {
  const { cwd, variables } = origin.settings
  return [
    ['Command', originLine(origin)],
    ['Folder', cwd],
    ['Variables', variables.join(', ') || 'none'],
  ]
}
