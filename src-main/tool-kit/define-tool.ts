import type { z } from 'zod'
import type { ToolContext } from './tool-context.ts'

export const TIERS = ['compute', 'network', 'memory', 'llm'] as const
export type Tier = (typeof TIERS)[number]

/** Kinds of content that the page recognises on the clipboard or in a result. */
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
type ContentKind = (typeof CONTENT_KINDS)[number]

interface Example<I, O> {
  readonly title: string
  readonly input: I
  /**
   * The exact output, taken from the format's own specification. Omitted if the output depends on
   * time or network.
   */
  readonly output?: O
}

/** A standard that a tool is held to by a suite of tests that others wrote. */
export interface Standard {
  readonly name: string
  /** Its edition, or the document that defines it. */
  readonly version: string
  /** What the suite is called. */
  readonly suite: string
  /** How many of its cases the tool passed when the suite was run last; a test of the suite checks it. */
  readonly passed: number
  readonly cases: number
}

/** Everything the gateway knows about a tool. Surfaces, documents, prices and tests are derived from it. */
export interface ToolDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** At most 40 characters of `[a-z0-9-]`. */
  readonly slug: string
  readonly title: string
  /** One sentence for lists and for a model that chooses a tool. */
  readonly summary: string
  /**
   * 5 to 20 everyday words and phrases, in lower case, that somebody who does not know this tool
   * would search for: synonyms, abbreviations, the need behind it. Not the words of its name.
   */
  readonly searchWords: readonly string[]
  readonly category: string
  readonly tier: Tier
  readonly credits: number
  /** Increased whenever the same input may give another output; part of the cache key. Starts at 1. */
  readonly version?: number
  /** The output depends only on the input and may be cached. */
  readonly cacheable?: boolean
  /** The call changes something besides returning a result. */
  readonly sideEffects?: boolean
  /**
   * Runs in the worker pool, with a deadline and a memory limit: always, or only when its input is
   * large (LARGE_CALL_CHARS). The large inputs of a cacheable tool always run there.
   */
  readonly worker?: boolean | 'large'
  /**
   * Its libraries have machine code, or start a process: its workers have more of Node's permissions
   * than those of other tools.
   */
  readonly native?: boolean
  /** Imports the libraries of a worker tool; runs before its deadline starts to count. */
  prepare?(): Promise<unknown>
  /**
   * The part of a network tool that can run long, such as parsing a page. The handler calls it
   * through `ctx.compute`, and it runs in the worker pool; it takes and returns only JSON values.
   */
  compute?(input: Readonly<Record<string, unknown>>): unknown
  /** Other slugs for this tool. */
  readonly aliases?: readonly string[]
  /** Content that the main field accepts; used to suggest the tool. */
  readonly accepts?: readonly ContentKind[]
  /** The standards that its summary names and whose suites it is held to (tools/lib/standards.ts). */
  readonly standards?: readonly Standard[]
  /** Slugs of tools that often follow this one. */
  readonly related?: readonly string[]
  /**
   * The field that a bare `input` fills (also sent as `text`, `json` or `data`). Without it, an
   * object in `input` is spread over the fields (docs/decisions/tool-kit.md).
   */
  readonly mainField?: Extract<keyof z.infer<I>, string>
  readonly input: I
  readonly output: O
  readonly examples: readonly Example<z.input<I>, z.output<O>>[]
  handler(input: z.output<I>, ctx: ToolContext): z.input<O> | Promise<z.input<O>>
}

/** Declares a tool; the default export of a tool file. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O> {
  return definition
}
