import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson, table } from '../terminal/terminal.ts'
import { fetchTools, type ToolInfo } from '../tool/tool-info.ts'

/** `toolgate list`: the tools, by slug. */
export const list = defineClientCommand({
  args: {
    category: { type: 'string', description: 'Only the tools of a category, such as "Code Utilities"' },
    tier: { type: 'string', description: 'Only the tools of a tier: compute, network, memory or llm' },
    names: { type: 'boolean', description: 'Print the slugs alone' },
  },
  run: async (client, { category, tier, names, json }) => {
    showTools(await fetchTools(client, { category, tier }), { json, names })
  },
})

/** Shows tools as JSON, as slugs or as a table. */
export function showTools(
  tools: readonly ToolInfo[],
  { json, names }: { readonly json?: boolean | undefined; readonly names?: boolean | undefined },
): void {
  if (json) printJson(tools)
  else if (names) print(tools.map(({ slug }) => slug).join('\n'))
  else
    print(
      table(
        ['slug', 'credits', 'what it does'],
        tools.map((tool) => [tool.slug, tool.credits, tool.description]),
      ),
    )
}
