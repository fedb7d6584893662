import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { installPackage, type Installed } from './installed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly installed: Installed
  }
}

/** Installs the package once, for all tests of it. */
export default function setup(project: TestProject): () => void {
  const installed = installPackage()
  project.provide('installed', installed)
  return () => rmSync(installed.root, { recursive: true, force: true })
}
