import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../../build/paths.mjs'
import { mutated, type Mutation } from './mutation.ts'

/** What no test reads; the packages are linked to. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'coverage', '.setup-lock'])

/** A copy of the checkout and its build, so that a mutation never touches the checkout itself. */
export class TreeCopy {
  readonly root: string

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-mutate-')))
    cpSync(ROOT, this.root, {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(relative(ROOT, path)),
    })
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'), 'junction')
  }

  /** Applies a mutation while the work runs. @throws Error when the list does not fit the file */
  async with<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
    const path = join(this.root, mutation.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, mutated(mutation, text))
    try {
      return await work()
    } finally {
      writeFileSync(path, text)
    }
  }

  /** Removes the copy; the packages behind its link stay. */
  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
