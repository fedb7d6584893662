import type { z } from 'zod'
import type { ToolContext } from './tool-context.ts'

export const TIERS = ['compute', 'network', 'memory', 'llm'] as const
export type Tier = (typeof TIERS)[number]

/** Kinds of content that the page recognises on a clipboard or in a result. */
export const CONTENT_KINDS = [
  'json',
  'csv',
  'text',
  'url',
  'hash',
  'date',
  'expression',
  'html',
  'code',
] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export interface Example<I, O> {
  readonly title: string
  readonly input: I
  /** The exact output, taken from the format's own rule. Left out where the output depends on time or network. */
  readonly output?: O
}

/** Everything the gateway knows about a tool. Surfaces, documents, prices and tests are derived from it. */
export interface ToolDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** At most 40 characters of `[a-z0-9-]`. */
  readonly slug: string
  readonly title: string
  /** One sentence for lists and for a model that chooses a tool. */
  readonly summary: string
  readonly category: string
  readonly tier: Tier
  readonly credits: number
  /** Raised whenever the same input may give another output; part of the cache key. Starts at 1. */
  readonly version?: number
  /** The output depends on the input alone and may be cached. */
  readonly cacheable?: boolean
  /** The call changes something outside its answer. */
  readonly sideEffects?: boolean
  /** Runs in the worker pool, with a deadline and a memory limit. */
  readonly worker?: boolean
  /** Imports the libraries of a worker tool; done before its deadline starts to count. */
  prepare?(): Promise<unknown>
  /**
   * The part of a network tool that can run long, such as parsing a page. The handler reaches it through
   * `ctx.compute`, and it runs in the worker pool; it is given and gives JSON values alone.
   */
  compute?(input: Readonly<Record<string, unknown>>): unknown
  /** Other slugs that reach this tool. */
  readonly aliases?: readonly string[]
  /** Content the main field can take; used to suggest the tool. */
  readonly accepts?: readonly ContentKind[]
  /** Slugs of tools that often follow this one. */
  readonly related?: readonly string[]
  /**
   * The field that a bare `input` fills (also sent as `text`, `json` or `data`). Without it an object in `input`
   * is spread over the fields (docs/decisions/tool-kit.md).
   */
  readonly mainField?: Extract<keyof z.infer<I>, string>
  readonly input: I
  readonly output: O
  readonly examples: readonly Example<z.input<I>, z.output<O>>[]
  handler(input: z.output<I>, ctx: ToolContext): z.input<O> | Promise<z.input<O>>
}

/** Declares a tool; a tool file's default export. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O> {
  return definition
}
