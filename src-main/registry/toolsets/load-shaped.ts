import { describeAll } from '../describe-all.ts'
import type { FieldSchema } from '../field-schema.ts'
import { RegisteredTool, type ListedTool } from '../listed-tool.ts'
import { ShapedTool, shapeSchema } from './shaped-tool.ts'

/** Loads a tool with the definition and schemas that its callers see, to describe it; it is called by its own. */
export async function loadShaped(listed: ListedTool): Promise<RegisteredTool> {
  const tool = await listed.load()
  if (!(listed instanceof ShapedTool)) return tool
  const [seen] = await describeAll([listed])
  const { fixed = {}, defaults = {} } = listed.shape
  const { mainField: _hidden, ...own } = tool.definition
  const input: FieldSchema = {
    json: shapeSchema(tool.input.json, fixed, defaults),
    openApi: shapeSchema(tool.input.openApi, fixed, defaults),
    fields: tool.fields,
    check: (value) => tool.input.check(value),
  }
  const schemas = { input, output: tool.output }
  return new RegisteredTool({ ...own, ...seen?.definition }, schemas, tool.source, tool.chain)
}
