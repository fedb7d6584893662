import { refuseOldNode } from './command-line/serve/refuse-old-node.ts'

// better-sqlite3 crashes an old Node without a message, so its version is checked before any other import.
refuseOldNode()
const { keepCompiledCode } = await import('./command-line/terminal/compiled-code.ts')
keepCompiledCode()
const { serve } = await import('./command-line/serve/serve.ts')
// The build splits code into chunks; only the entry knows its own location.
await serve(process.argv.slice(2), {
  pageDir: new URL('../renderer/', import.meta.url),
  workerUrl: new URL('./tool-worker.js', import.meta.url),
  headless: new URL('./headless.js', import.meta.url),
  cli: new URL('./cli.js', import.meta.url),
})
