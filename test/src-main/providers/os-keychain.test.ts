import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
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

describe.skipIf(process.platform !== 'linux')('the keychain of Linux', () => {
  // The library's own default would answer from the kernel's keyring here.
  it('says no where there is no session to ask', () => {
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
