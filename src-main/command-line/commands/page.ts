import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson } from '../terminal/terminal.ts'

const issued = z.object({ page_url: z.string() })

/** `toolgate page`: a one-time address of the page, which signs a browser in. */
export const page = defineClientCommand({
  run: async (client, { json }) => {
    const answer = await client.post('/app/session-code')
    if (json) printJson(answer)
    else print(issued.parse(answer).page_url)
  },
})
