import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage-error.ts'

const MAX_CHARS = 10_000

/**
 * Reads a secret from a prompt that does not show it, or from a pipe. Never from the command line, which every
 * process of the machine can read.
 * @throws UsageError when there is none
 */
export async function readSecret(
  prompt: string,
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
): Promise<string> {
  const secret = (input.isTTY ? await ask(prompt, input) : await readAll(input)).trim()
  if (secret !== '') return secret
  throw new UsageError(
    'No key was given. Type it at the prompt, or pipe it in: … | toolgate providers add openai',
  )
}

async function ask(prompt: string, input: NodeJS.ReadableStream): Promise<string> {
  process.stderr.write(prompt)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } catch (error) {
    // Ctrl-C at the prompt gives no key, and no stack is printed.
    if (error instanceof Error && error.name === 'AbortError') return ''
    throw error
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.length > MAX_CHARS)
      throw new UsageError(`The piped text has over ${MAX_CHARS} characters, which is too long for a key.`)
  }
  return text
}
