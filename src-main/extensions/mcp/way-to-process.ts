import { changedFileOf, variablesOf } from '../consent.ts'
import type { WayTo } from './mcp-runner.ts'
import type { NpmPackages } from '../npm/npm-packages.ts'
import { NotSent } from '../not-sent.ts'
import { StdioProcess } from '../processes/stdio-process.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'

/** Servers over stdio: a process each, which is not started when its program is another than was agreed to. */
export function wayToProcess(strays: StrayProcesses, packages: NpmPackages): WayTo<'mcp'> {
  return async ({ id, settings }, secrets, { broke }) => {
    const { command, args, cwd } = settings
    const changed = changedFileOf(settings)
    if (changed !== null) {
      const what = changed === command ? 'program' : 'script'
      const why = `does not run, because ${changed} is not the ${what} that you agreed to`
      await broke(why)
      throw new NotSent(`${id} ${why}. Look at it and agree again: toolgate sources start ${id}`)
    }
    if (settings.package) packages.askNewestSometimes(settings.package)
    const env = variablesOf(settings, (name) => secrets.get(name) ?? '')
    const start = { command, args, cwd, env }
    return {
      connect: (events) => new StdioProcess(start, events, strays),
      secrets: () => [...secrets.values()],
    }
  }
}
