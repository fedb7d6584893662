import type { z } from 'zod'
import type { ContentKind } from '../../src-shared/kinds/content-kinds.ts'
import type { ToolContext } from './tool-context.ts'

export const TIERS = ['compute', 'network', 'memory', 'llm'] as const
export type Tier = (typeof TIERS)[number]

interface Example<I, O> {
  readonly title: string
  readonly input: I
  /**
   * The exact output, taken from the format's own specification. Omitted if the output depends on
   * time or network.
   */
  readonly output?: O
}

/** A picture or other bytes as Base64: the name of the output's field that has it, and its media type. */
export interface Picture {
  readonly field: string
  readonly mime: string
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
   * 5 to 25 everyday words and phrases, in lower case, that somebody who does not know this tool
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
  /**
   * The kinds of content that a field is made for, the best first; the tool is offered for texts of
   * these kinds. Of several fields, the first is the one that is filled most.
   */
  readonly takes?: { readonly [field in Extract<keyof z.infer<I>, string>]?: readonly ContentKind[] }
  /** The kinds for which this tool is offered before all others; no two tools share one. */
  readonly firstFor?: readonly ContentKind[]
  /** The kind of its main output. */
  readonly gives?: ContentKind
  /**
   * Where in the output the value is that most callers want: a field, `field.member`, or
   * `field[].member` for one member of each item. Null if that is the whole output.
   */
  readonly mainOutput?: string | null
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
  /** The picture in an output, which a model is shown, or other bytes, which it gets as a link; null for none. */
  picture?(output: z.output<O>): Picture | null
  /** Its handler ends in time by itself, so that no other clock runs for it. */
  readonly keepsTime?: boolean
  /** Whether an output is as whoever answers has declared it; if not, the answer says so and still counts. */
  isAsDeclared?(output: z.output<O>): boolean
  handler(input: z.output<I>, ctx: ToolContext): z.input<O> | Promise<z.input<O>>
}

/** A definition as calls use it: without the schemas, whose form depends on where the tool comes from. */
export type ServedDefinition = Omit<ToolDefinition, 'input' | 'output'> & {
  /** The code of a pure script of the owner's, which a worker runs. */
  readonly script?: string
}

/** Declares a tool; the default export of a tool file. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O> {
  return definition
}
