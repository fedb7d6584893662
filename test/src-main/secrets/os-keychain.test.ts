import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { OsKeychain, type KeychainEntry } from '../../../src-main/secrets/os-keychain.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const SCRIPT = fileURLToPath(new URL('../../support/keychain-round-trip.ts', import.meta.url))
const UNLOCK = 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1'

const has = (program: string): boolean => spawnSync('which', [program]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program))

/** Runs the script in a home folder of its own, so that nobody's real keychain is touched. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): unknown {
  const home = makeTempDir()
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...rest, HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, ...env },
  })
  const line = done.stdout.split('\n').find((text) => text.startsWith('{'))
  if (!line) throw new Error(`The script said nothing: ${done.stderr}`)
  return JSON.parse(line)
}

describe('a keychain that does not answer', () => {
  it('is given up on in time, and not asked again until it answers', async () => {
    const unlocked = Promise.withResolvers<string | null>()
    let asked = 0
    const entry: KeychainEntry = {
      getPassword: () => (asked++, unlocked.promise),
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(true),
    }
    const keychain = new OsKeychain({ open: () => Promise.resolve(entry), readMs: 20 })
    await expect(keychain.read('one')).rejects.toThrow('did not answer within 0.02 seconds')
    await expect(keychain.read('one')).rejects.toThrow('has not answered an earlier request yet')
    expect(asked).toBe(1)
    unlocked.resolve('sk-late')
    await unlocked.promise
    expect(await keychain.read('one')).toBe('sk-late')
  })

  it('refuses at once, and says nothing later, if it does not exist', async () => {
    const keychain = new OsKeychain({ open: () => Promise.reject(new Error('no such bus')), readMs: 10 })
    await expect(keychain.read('one')).rejects.toThrow('is not available (no such bus)')
    // A rejection that nobody waits for would end the process, and fails this test.
    await new Promise((resolve) => setTimeout(resolve, 30))
    await expect(keychain.read('one')).rejects.toThrow('no such bus')
  })

  it('is not trusted once it has forgotten what it took', async () => {
    const entry: KeychainEntry = {
      getPassword: () => Promise.resolve(null),
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(false),
    }
    const keychain = new OsKeychain({ open: () => Promise.resolve(entry) })
    await expect(keychain.save('one', 'sk')).rejects.toThrow('did not store the key')
  })
})

describe.skipIf(process.platform !== 'linux')('the keychain of Linux', () => {
  // The library's own default would answer from the kernel's keyring here.
  it('refuses without a session to ask', () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
    expect(run(process.execPath, [SCRIPT], env)).toEqual({
      unavailable: expect.stringMatching(/Secret Service\) is not available \(/),
    })
  })

  it.skipIf(missing.length > 0)(
    `keeps, reads and removes a secret in a real gnome-keyring${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
    () => {
      const script = `${UNLOCK}; exec "$0" "$1"`
      const seen = run('dbus-run-session', ['--', 'sh', '-c', script, process.execPath, SCRIPT])
      expect(seen).toEqual({ read: 'sk-round-trip', both: ['sk-round-trip', null], after: null })
    },
  )
})
