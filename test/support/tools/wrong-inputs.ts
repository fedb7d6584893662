import type { Json } from '../gateway/test-gateway.ts'

/** A tool as `GET /v1/tools` lists it. */
export interface ListedTool {
  readonly slug: string
  readonly tier: string
  readonly cacheable: boolean
  readonly side_effects: boolean
  readonly input_schema: Json
  readonly output_schema: Json
  readonly examples: readonly { readonly title: string; readonly input: object; readonly output?: object }[]
}

const ONE_OF_EACH_TYPE: readonly (readonly [types: readonly string[], value: unknown])[] = [
  [['null'], null],
  [['boolean'], true],
  [['number'], 1.5],
  [['string'], ''],
  [['array'], [[]]],
  [['object'], { length: 3 }],
]

/** Bodies that every tool has to refuse, by what is wrong with them: ten kinds, and more where a tool has limits. */
export function wrongBodiesFor(tool: ListedTool): Map<string, string> {
  const right = JSON.stringify(tool.examples[0]!.input)
  const first = Object.keys(tool.input_schema.properties)[0]!
  const withFirst = (json: string) => `${right.slice(0, -1)}${right === '{}' ? '' : ','}"${first}":${json}}`
  const bodies = new Map([
    ['an unfinished document', right.slice(0, -1)],
    ['two documents', `${right}{}`],
    ['a list', `[${right}]`],
    ['a bare null', 'null'],
    ['an unknown field', JSON.stringify({ ...tool.examples[0]!.input, not_a_field: 1 })],
    ['a name that objects inherit', '{"__proto__":{"text":"a","polluted":true}}'],
    ['another such name', '{"constructor":{"text":"a"}}'],
    ['half of a surrogate pair', withFirst('"\\ud83d"')],
    ['a number past the doubles', withFirst('1e999')],
    ['1,025 levels', withFirst(`${'['.repeat(1_025)}${']'.repeat(1_025)}`)],
  ])
  for (const name of tool.input_schema.required ?? [])
    bodies.set(`${name} left out`, JSON.stringify({ ...tool.examples[0]!.input, [name]: undefined }))
  for (const [name, schema] of Object.entries<Json>(tool.input_schema.properties)) {
    const isRequired = tool.input_schema.required?.includes(name) === true
    for (const [what, value] of wrongValuesFor(schema, isRequired))
      bodies.set(`${name}: ${what}`, JSON.stringify({ ...tool.examples[0]!.input, [name]: value }))
  }
  return bodies
}

// Null is how the strict mode of a model's API leaves an optional field out.
function wrongValuesFor(schema: Json, isRequired: boolean): [what: string, value: unknown][] {
  const wrong: [string, unknown][] = []
  if (schema.type !== undefined) {
    const type = schema.type === 'integer' ? 'number' : schema.type
    for (const [types, value] of ONE_OF_EACH_TYPE)
      if (!types.includes(type) && (value !== null || isRequired)) wrong.push([types[0]!, value])
    if (schema.type === 'integer') wrong.push(['a fraction', 1.5])
  }
  if (schema.enum !== undefined) wrong.push(['a word that is not in the list', 'not in the list'])
  if (schema.maximum !== undefined) wrong.push(['too large', schema.maximum * 2 + 1])
  if (schema.minimum !== undefined)
    wrong.push(['too small', schema.minimum - Math.max(1, Math.abs(schema.minimum))])
  // Larger ones would take longer to send than to refuse; the limit of the body is tested elsewhere.
  if (schema.maxLength < 20_000) wrong.push(['too long', 'x'.repeat(schema.maxLength + 1)])
  if (schema.minLength > 0) wrong.push(['empty', ''])
  return wrong
}
