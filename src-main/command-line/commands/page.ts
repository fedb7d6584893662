import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { openFile } from '../terminal/open-file.ts'
import { print, printJson, say } from '../terminal/terminal.ts'

const issued = z.object({ page_url: z.string(), page_file: z.string().nullish() })

/** `toolgate page`: a one-time address of the page, which signs a browser in. */
export const page = defineClientCommand({
  args: { open: { type: 'boolean', description: 'Opens it in the browser of this machine' } },
  run: async (client, { json, open }) => {
    const answer = await client.post(open === true ? '/app/session-code?file=1' : '/app/session-code')
    if (json) return printJson(answer)
    const { page_url: url, page_file: file } = issued.parse(answer)
    if (open !== true) return print(url)
    if (typeof file === 'string' && (await openFile(file))) return say('The page opens in the browser.')
    say('No browser could be opened here. Open this address; it signs a browser in once:')
    print(url)
  },
})
