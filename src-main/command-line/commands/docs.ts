import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { hasDisplay, openAddress } from '../terminal/open-file.ts'
import { print, printJson, say } from '../terminal/terminal.ts'

const found = z.looseObject({
  pages: z.array(z.looseObject({ path: z.string(), title: z.string(), summary: z.string() })),
})
type FoundPage = z.infer<typeof found>['pages'][number]

/** `toolgate docs`: opens the manual of the running gateway at a topic, or prints the address. */
export const docs = defineClientCommand({
  args: {
    topic: {
      type: 'positional',
      required: false,
      description: 'A tool, a command, an error code, or what it is about; none for the first page',
    },
    open: {
      type: 'boolean',
      description: 'Opens it in the browser of this machine, as it does on a terminal with a display',
      negativeDescription: 'Prints the address',
    },
  },
  takes: 'words',
  run: async (client, { _: words, json, open }) => {
    const topic = words.join(' ').trim()
    const pages = topic === '' ? [] : await pagesAbout(client, topic)
    const [page] = pages
    if (topic !== '' && !page)
      throw new CommandFailed(
        `The manual has no page about ${topic}. toolgate docs opens its first page.`,
        EXIT.notFound,
      )
    const url = `${client.url}/docs/${page?.path ?? ''}`
    if (json) return printJson({ ok: true, url, pages: pages.map((each) => entryOf(client, each)) })
    const opens = open ?? (process.stdout.isTTY && hasDisplay(process.env))
    if (opens && (await openAddress(url))) return say(`The manual opens in the browser: ${url}`)
    if (opens) say('No browser could be opened here. Open this address:')
    print(url)
  },
})

/** The pages that fit, best first; one that is named exactly comes before all others. */
async function pagesAbout(client: GatewayClient, topic: string): Promise<FoundPage[]> {
  const { pages } = found.parse(
    await client.get(`/docs/search?q=${encodeURIComponent(topic.slice(0, 200))}`),
  )
  const isNamed = ({ path }: FoundPage): boolean => path.split('/').at(-1) === topic.toLowerCase()
  return pages.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
}

function entryOf(client: GatewayClient, { path, title, summary }: FoundPage): object {
  return { url: `${client.url}/docs/${path}`, title, summary }
}
