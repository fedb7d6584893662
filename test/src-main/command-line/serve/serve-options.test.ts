import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readServeOptions } from '../../../../src-main/command-line/serve/serve-options.ts'
import { UsageError } from '../../../../src-main/command-line/terminal/usage-error.ts'

const read = (...args: string[]) => readServeOptions(args, {})

describe('the options of serve', () => {
  it('stay on loopback and on the usual port unless told otherwise', () => {
    expect(read()).toMatchObject({ port: 4777, hostname: '127.0.0.1', hostnames: [], allowedOrigins: [] })
  })

  it('take the data folder from the flag, the environment or the system, in that order', () => {
    expect(read('--data-dir', 'a/b').dataDir).toBe(resolve('a/b'))
    expect(readServeOptions([], { TOOLGATE_HOME: '/x' }).dataDir).toBe('/x')
    expect(read().dataDir).toMatch(/toolgate/)
  })

  it('keep every allowed origin', () => {
    const { allowedOrigins } = read(
      '--allow-webhook',
      'http://127.0.0.1:1',
      '--allow-webhook',
      'https://b.test',
    )
    expect(allowedOrigins).toEqual(['http://127.0.0.1:1', 'https://b.test'])
  })

  it.each([
    [['--port', 'http']],
    [['--port', '70000']],
    [['--port', '-1']],
    [['--prot', '1']],
    [['positional']],
    [['--allow-webhook', 'ftp://127.0.0.1']],
    [['--allow-webhook', 'http://127.0.0.1/path']],
  ])('refuse what makes no sense: %j', (args) => {
    expect(() => read(...args)).toThrow(UsageError)
  })
})
