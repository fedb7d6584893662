import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readServeOptions } from '../../../../src-main/command-line/serve/serve-options.ts'
import { UsageError } from '../../../../src-main/command-line/terminal/usage-error.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const URL = 'postgres://toolgate:of%20the%20database@db.test:6543/money'
const KEYS = { TOOLGATE_OWNER_KEY: 'an owner key', TOOLGATE_SECRET: 'a passphrase' }

const read = (env: NodeJS.ProcessEnv, ...args: string[]) => readServeOptions(args, env).onDatabase

describe('the database of serve', () => {
  it('is left out unless it is named', () => {
    expect(read(KEYS)).toBeNull()
  })

  it('is named on the command line, with its schema, connections and the name of the gateway', () => {
    const args = ['--database-schema', 'ours', '--database-pool', '9', '--instance-name', 'gateway-0']
    expect(read(KEYS, '--database-url', URL, ...args)).toMatchObject({
      ownerKey: 'an owner key',
      database: {
        ...{ name: 'gateway-0', passphrase: 'a passphrase', readers: 9 },
        place: {
          ...{ host: 'db.test', port: 6543, database: 'money', schema: 'ours' },
          ...{ user: 'toolgate', password: 'of the database' },
        },
      },
    })
  })

  it('is named, like both secrets, in a variable or in the file that a variable names', () => {
    const folder = makeTempDir()
    const env: NodeJS.ProcessEnv = {}
    for (const [name, text] of Object.entries({ ...KEYS, TOOLGATE_DATABASE_URL: URL })) {
      env[`${name}_FILE`] = join(folder, name)
      writeFileSync(join(folder, name), `${text}\n`)
    }
    const expected = read({ ...KEYS, TOOLGATE_DATABASE_URL: URL })
    expect(expected?.database.place.host).toBe('db.test')
    expect(read(env)).toEqual(expected)
  })

  it.each([
    ['no owner key', { TOOLGATE_SECRET: 'x' }, [], 'set TOOLGATE_OWNER_KEY or TOOLGATE_OWNER_KEY_FILE'],
    ['no passphrase', { TOOLGATE_OWNER_KEY: 'x' }, [], 'set TOOLGATE_SECRET or TOOLGATE_SECRET_FILE'],
    ['an empty one', { ...KEYS, TOOLGATE_SECRET: '' }, [], 'set TOOLGATE_SECRET or TOOLGATE_SECRET_FILE'],
    [
      'both',
      { ...KEYS, TOOLGATE_SECRET_FILE: '/x' },
      [],
      'TOOLGATE_SECRET or TOOLGATE_SECRET_FILE, not both',
    ],
    ['no such file', { TOOLGATE_OWNER_KEY_FILE: '/no/such' }, [], 'TOOLGATE_OWNER_KEY_FILE cannot be read'],
    ['a schema of no name', KEYS, ['--database-schema', 'a b'], 'A schema is named with'],
    ['no number', KEYS, ['--database-pool', 'many'], 'a number of connections from 1 to 100'],
    ['a strange name', KEYS, ['--instance-name', 'a/b'], 'letters, digits'],
  ] as const)('is refused with what to do: %s', (_, env, args, message) => {
    const start = (): unknown => read(env, '--database-url', URL, ...args)
    expect(start).toThrow(UsageError)
    expect(start).toThrow(message)
  })

  it('has options that go with it alone', () => {
    expect(() => read({}, '--database-schema', 'ours')).toThrow(
      '--database-schema goes with --database-url',
    )
  })
})
