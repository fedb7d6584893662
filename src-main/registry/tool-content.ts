import type { ContentKind } from '../../src-shared/kinds/content-kinds.ts'
import type { ToolDefinition } from '../tool-kit/define-tool.ts'

/** The kinds of content that a tool takes and gives, in the words of the API. */
interface ToolContent {
  readonly accepts: readonly ContentKind[]
  readonly takes: Readonly<Record<string, readonly ContentKind[]>>
  readonly first_for: readonly ContentKind[]
  readonly produces: ContentKind
  readonly main_output: string | null
}

/** What a tool takes and gives, as every list of tools says it. */
export function contentOf({
  takes = {},
  firstFor = [],
  gives = 'json',
  mainOutput = null,
}: Pick<ToolDefinition, 'takes' | 'firstFor' | 'gives' | 'mainOutput'>): ToolContent {
  const fields = Object.entries<readonly ContentKind[] | undefined>(takes).map(
    ([field, kinds = []]) => [field, kinds] as const,
  )
  return {
    accepts: [...new Set(fields.flatMap(([, kinds]) => kinds))],
    takes: Object.fromEntries(fields),
    first_for: firstFor,
    produces: gives,
    main_output: mainOutput,
  }
}
