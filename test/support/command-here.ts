import { vi } from 'vitest'
import { runToolgate } from '../../src-main/command-line/toolgate.ts'

/** What a command printed, and how its process would have ended. */
export interface CommandEnd {
  readonly code: number
  readonly out: string
  readonly err: string
}

const entry = (name: string): URL => new URL(`../../out/main/${name}.js`, import.meta.url)
const FILES = {
  pageDir: new URL('../../out/renderer/', import.meta.url),
  workerUrl: entry('tool-worker'),
  headless: entry('headless'),
  cli: entry('cli'),
}

/** Runs `toolgate` in this process, which saves each test the start of a Node. */
export async function commandHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  let [out, err] = ['', '']
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out += String(text)) !== ''),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => (err += String(text)) !== ''),
  ]
  const before = { ...process.env }
  Object.assign(process.env, env)
  try {
    await runToolgate([...args], FILES)
    return { code: Number(process.exitCode ?? 0), out, err }
  } finally {
    for (const spy of spies) spy.mockRestore()
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before)
    // Vitest's own process ends with it otherwise.
    process.exitCode = undefined
  }
}
