#!/usr/bin/env node
import { programFilesOf } from './command-line/serve/program-files.ts'
import { refuseOldNode } from './command-line/serve/refuse-old-node.ts'

// better-sqlite3 crashes an old Node without a message, so its version is checked before any other import.
refuseOldNode()
void start()

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('./command-line/terminal/compiled-code.ts')
  keepCompiledCode('cli')
  const { runToolgate } = await import('./command-line/toolgate.ts')
  await runToolgate(process.argv.slice(2), programFilesOf(import.meta.url))
}
