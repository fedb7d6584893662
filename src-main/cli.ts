import { refuseOldNode } from './command-line/serve/refuse-old-node.ts'

// better-sqlite3 crashes an old Node before anything can be said, so nothing else is imported until it is known.
refuseOldNode()
// citty colours its help wherever it goes; a pipe wants none.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1'
const { runToolgate } = await import('./command-line/toolgate.ts')
// Built code lands in chunks; only the entry knows where it lies itself.
await runToolgate(process.argv.slice(2), {
  pageDir: new URL('../renderer/', import.meta.url),
  workerUrl: new URL('./tool-worker.js', import.meta.url),
  headless: new URL('./headless.js', import.meta.url),
  cli: new URL('./cli.js', import.meta.url),
})
