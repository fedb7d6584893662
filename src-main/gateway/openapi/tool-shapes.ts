import { z } from 'zod'
import { FILE_FORMS } from '../../../src-shared/files/file-reference.ts'
import { CONTENT_KINDS } from '../../../src-shared/kinds/content-kinds.ts'
import { TIERS } from '../../tool-kit/define-tool.ts'

const ok = z.literal(true)
const stepShape = z.object({
  id: z.string().describe('Names what the step gives'),
  slug: z.string().describe('The tool that it calls'),
  credits: z.int().min(0).describe('Its share of the price'),
})

/** The steps of a recipe. */
export const recipeSteps = z.array(stepShape).optional().describe('The steps of a recipe, in their order')

const jsonSchema = z.record(z.string(), z.unknown()).describe('JSON Schema, draft 2020-12')
const kind = z.enum(CONTENT_KINDS)
const slug = z.string().describe('The name of the tool, as in POST /v1/{slug}')
const description = z.string().describe('What the tool does, in a sentence')

export const tool = z.object({
  slug,
  name: z.string().describe('The title for people'),
  description,
  category: z.string(),
  tier: z.enum(TIERS),
  credits: z.int().min(0).describe('Credits that a call costs'),
  cacheable: z.boolean().describe('The output depends only on the input'),
  side_effects: z.boolean().describe('A call changes something outside its answer'),
  version: z.int().min(1).describe('Raised when the same input may give another output'),
  aliases: z.array(z.string()).describe('Other slugs of the tool'),
  accepts: z.array(kind).describe('Kinds of content that its fields are made for'),
  takes: z.record(z.string(), z.array(kind)).describe('The same for each field, the best first'),
  first_for: z.array(kind).describe('Kinds for which this tool is the first to offer'),
  produces: kind.describe('The kind of its main output'),
  main_output: z
    .string()
    .nullable()
    .describe('The value most callers want: field, field.member or field[].member; null for all of it'),
  related: z.array(z.string()).describe('Slugs of tools that are often called next'),
  standards: z
    .array(
      z.object({
        name: z.string(),
        version: z.string().describe('Its edition, or the document that defines it'),
        suite: z.string().describe('A suite of tests for it that others wrote'),
        passed: z.int().min(0).describe('Cases of the suite that the tool passed when it was run last'),
        cases: z.int().min(1).describe('All cases of the suite'),
      }),
    )
    .describe('The standards that the tool is held to'),
  main_field: z.string().nullable().describe('The field that may also be sent as input'),
  file_fields: z
    .record(z.string(), z.enum(FILE_FORMS))
    .describe(
      'The fields that take {"file": …} in place of a value, and the form in which they get its content',
    ),
  steps: recipeSteps,
  input_schema: jsonSchema,
  output_schema: jsonSchema,
  examples: z.array(
    z.object({
      title: z.string(),
      input: z.record(z.string(), z.unknown()),
      output: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

const strict = z.literal(true).optional().describe('Where `strict` was asked for')

const openaiTool = z
  .object({
    type: z.literal('function'),
    function: z.object({ name: slug, description, strict, parameters: jsonSchema }),
  })
  .describe('The format of the OpenAI API')

const anthropicTool = z
  .object({ name: slug, description, strict, input_schema: jsonSchema })
  .describe('The format of the Anthropic API')

const mcpTool = z
  .object({
    name: slug,
    title: z.string(),
    description,
    inputSchema: jsonSchema,
    outputSchema: jsonSchema,
    annotations: jsonSchema.describe('What a client may assume about the tool (MCP, "Tool annotations")'),
    _meta: jsonSchema.describe(
      'Price, tier, category and kinds of content, under names that begin with toolgate/',
    ),
  })
  .describe('The format of the Model Context Protocol')

export const toolList = z.object({
  ok,
  total: z.int().min(0).describe('Tools that match, on all pages'),
  tools: z
    .array(z.union([tool, openaiTool, anthropicTool, mcpTool]))
    .describe('Best first with q, otherwise sorted by slug; in the requested format'),
  left_out: z
    .array(z.object({ slug, field: z.string().optional(), reason: z.string() }))
    .optional()
    .describe(
      'With `strict`: the tools of this page that the API cannot be sent, the optional `field` of others, and why',
    ),
  next_cursor: z.string().optional().describe('Send it as cursor for the next page; absent on the last'),
})

export const toolDetail = z.object({ ok, tool })

export const toolsManifest = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string().describe('Version of the gateway'),
  base_url: z.string().describe('The address of the API'),
  auth: z.object({
    type: z.literal('bearer'),
    header: z.string(),
    format: z.string(),
    demo_key: z.string().describe('Shared by all callers of this instance'),
    signup: z.object({ method: z.string(), url: z.string(), fields: z.array(z.string()) }).optional(),
  }),
  openapi_url: z.string(),
  tools_url: z.string(),
  mcp_url: z.string().optional().describe("The instance's address for the Model Context Protocol"),
  call: z.object({
    method: z.string(),
    url: z.string().describe('The address of a call; replace {slug} with a tool'),
  }),
  tools: z.array(
    z.object({
      slug,
      name: z.string(),
      description,
      category: z.string(),
      tier: z.enum(TIERS),
      credits: z.int().min(0),
      side_effects: z.boolean(),
      input_schema: jsonSchema,
      output_schema: jsonSchema,
    }),
  ),
})
