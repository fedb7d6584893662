import { refuseOldNode } from './command-line/serve/refuse-old-node.ts'

// better-sqlite3 crashes an old Node before anything can be said, so nothing else is imported until it is known.
refuseOldNode()
const { serve } = await import('./command-line/serve/serve.ts')
// Built code lands in chunks; only the entry knows where it lies itself.
await serve(process.argv.slice(2), {
  pageDir: new URL('../renderer/', import.meta.url),
  workerUrl: new URL('./tool-worker.js', import.meta.url),
  headless: new URL('./headless.js', import.meta.url),
  cli: new URL('./cli.js', import.meta.url),
})
