import { z } from 'zod'
import {
  inferModel,
  NotJson,
  parseJsonText,
  TooDeep,
  type InferenceOptions,
  type Model,
} from '../../inference/index.ts'
import { JSON_AS_TEXT } from './json-document.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

/** Fields of every tool that infers types from examples. */
export const SAMPLE_FIELDS = {
  json: z
    .unknown()
    .optional()
    .meta({
      description:
        'The example: any JSON value, or JSON as text. A top-level array holds examples of its element',
      ...JSON_AS_TEXT,
    }),
  examples: z
    .array(z.unknown())
    .min(1)
    .max(10_000)
    .optional()
    .describe('Several examples of one thing, combined with `json` if both are sent'),
  root_name: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the root type; turned into a valid type name. Default: Root'),
  name: z.string().max(200).optional().describe('The same as root_name'),
  rootName: z.string().max(200).optional().describe('The same as root_name'),
  enums: z
    .union([z.enum(['none', 'auto']), z.array(z.string().max(200)).max(200)])
    .default('none')
    .describe(
      'Strings that become literals: none, those with few recurring values, or those under the listed keys',
    ),
  maps: z
    .enum(['auto', 'never'])
    .default('auto')
    .describe('auto treats objects whose keys are data as dictionaries; never keeps every key a field'),
  tuples: z
    .boolean()
    .default(true)
    .describe('Whether rows of one length whose positions differ in kind become tuples'),
}

/** Fields of the tools that write source. */
export const SOURCE_FIELDS = {
  export: z.boolean().default(true).describe('Whether declarations are exported'),
  indent: z
    .union([z.int().min(0).max(8), z.literal('tab')])
    .default(2)
    .describe('Spaces per level, or tab'),
}

interface SampleFields {
  readonly json?: unknown
  readonly examples?: unknown[] | undefined
  readonly root_name?: string | undefined
  readonly name?: string | undefined
  readonly rootName?: string | undefined
}

type InferenceFields = SampleFields & Pick<InferenceOptions, 'maps' | 'tuples' | 'enums'>

/** A check for the whole input: at least one example is required. */
export function needsSamples({ value, issues }: z.core.ParsePayload<SampleFields>): void {
  if (value.json !== undefined || value.examples !== undefined) return
  const message = 'Send an example in `json`, or several in `examples`'
  issues.push({ code: 'invalid_type', expected: 'nonoptional', path: ['json'], message, input: undefined })
}

/**
 * The examples to infer from; text in `json` is parsed.
 *
 * @throws InvalidInput for text that is not JSON
 */
export function samplesOf({ json, examples }: SampleFields): unknown[] {
  const samples = examples ? [...examples] : []
  if (json !== undefined) samples.unshift(typeof json === 'string' ? parsed(json) : json)
  return samples
}

/** The root type's name as the caller sent it. */
function rootNameOf({ root_name, name, rootName }: SampleFields): string {
  return root_name ?? name ?? rootName ?? 'Root'
}

/**
 * The model of the examples, by the fields above.
 * @param more the tool's own inference options
 * @throws InvalidInput for text that is not JSON, and for documents nested too deeply
 */
export function modelOf(input: InferenceFields, more: Partial<InferenceOptions>): Model {
  const { maps, tuples, enums } = input
  const options = { rootName: rootNameOf(input), maps, tuples, enums, ...more }
  try {
    return inferModel(samplesOf(input), options)
  } catch (error) {
    if (error instanceof TooDeep)
      throw new InvalidInput('json', `${error.message}; leave out the inner levels`)
    throw error
  }
}

/** The other output fields of every generator: the root's name and all declared names. */
export function namesIn({ root, declarations }: Model): { root: string; types: string[] } {
  return { root, types: declarations.map(({ name }) => name) }
}

/** One level of indentation. */
export function indentOf({ indent }: { readonly indent: number | 'tab' }): string {
  return indent === 'tab' ? '\t' : ' '.repeat(indent)
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch (error) {
    if (error instanceof NotJson) throw new InvalidInput('json', error.message)
    throw error
  }
}
