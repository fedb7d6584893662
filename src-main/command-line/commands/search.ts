import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { say } from '../terminal/terminal.ts'
import { fetchTools } from '../tool/tool-info.ts'
import { showTools } from './list.ts'

/** `toolgate search`: the tools for a task. */
export const search = defineClientCommand({
  args: {
    query: { type: 'positional', required: true, description: 'What the tool should do' },
    limit: { type: 'string', default: '20', description: 'How many at most' },
  },
  takes: 'words',
  run: async (client, { _: words, limit, json }) => {
    const tools = await fetchTools(client, { q: words.join(' '), limit })
    if (tools.length === 0 && !json) {
      say('No tool matches. toolgate list shows all tools.')
      return EXIT.notFound
    }
    showTools(tools, { json })
    return EXIT.done
  },
})
