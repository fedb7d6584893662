import { stripVTControlCharacters } from 'node:util'
import { COMMAND_GROUPS } from '../../src-main/command-line/command-list.ts'
import { codeBlock, escaped, table, type DocPage } from './doc-page.ts'

/** What `toolgate NAME --help` prints. @param path the words of a command */
export type HelpReader = (path: readonly string[]) => Promise<string>

/** The pages of the command line: an overview, and a page for each command with its subcommands. */
export async function commandPages(readHelp: HelpReader): Promise<DocPage[]> {
  const overview: DocPage = {
    path: 'cli',
    title: 'The command line',
    summary: 'Every command of toolgate.',
    section: 'CLI',
    group: null,
    markdown: [
      ...Object.entries(COMMAND_GROUPS).map(([title, commands]) => {
        const rows = Object.entries(commands).map(([name, { description }]) => [
          `[toolgate ${name}](/docs/cli/${name})`,
          escaped(description),
        ])
        return `## ${title}\n\n${table(['Command', 'What it does'], rows)}`
      }),
      `## Help\n\n${codeBlock('text', plain(await readHelp([])))}`,
    ].join('\n\n'),
  }
  const pages = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(async ([name, { description }]): Promise<DocPage> => ({
      path: `cli/${name}`,
      title: `toolgate ${name}`,
      summary: description,
      section: 'CLI',
      group,
      markdown: `${escaped(description)}.\n\n${codeBlock('text', plain(await readHelp([name])))}`,
    })),
  )
  return [overview, ...(await Promise.all(pages))]
}

function plain(help: string): string {
  return stripVTControlCharacters(help)
}
