import { join } from 'node:path'
import type { Command, Machine } from './machine.ts'
import { commandLineOf, setupComment } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'

const UNIT = 'toolgate.service'

const systemctl = (...args: string[]): Command => ({ program: 'systemctl', args: ['--user', ...args] })

/**
 * A unit of the user's own systemd.
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html
 */
export const SYSTEMD: ServiceSystem = {
  what: 'a systemd unit of this user',
  encoding: 'utf8',
  file: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd/user', UNIT),
  leaves: () => [],
  // A gateway drains for five seconds. One that cannot start, because another holds the data folder, gives up after
  // five attempts. No ProtectHome, MemoryDenyWriteExecute or PrivateUsers: they would take away the data folder, the
  // engine of JavaScript and the keychain.
  text: (setup) => `# Written by toolgate service install; toolgate service remove takes it away.
# ${setupComment(setup)}
[Unit]
Description=Toolgate, a gateway for tools on this computer
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
ExecStart=${execLine(commandLineOf(setup))}
Restart=on-failure
RestartSec=5
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`,
  unwritable: ([program]) =>
    /["'\\]/.test(program)
      ? `systemd starts no program with a quote or a backslash in its path: ${program}`
      : null,
  start: () => [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
  stop: () => [systemctl('disable', '--now', UNIT)],
  forget: () => [systemctl('daemon-reload')],
  advice: ({ user }: Machine) => [
    `Its log:  journalctl --user -u ${UNIT}`,
    `To run it before you log in:  loginctl enable-linger ${user}`,
  ],
}

// In quotes, with the escapes of C. systemd expands % in every word and $ in every word but the first.
function execLine([program, ...args]: readonly [string, ...string[]]): string {
  return [quoted(program), ...args.map((arg) => quoted(arg).replaceAll('$', '$$$$'))].join(' ')
}

function quoted(word: string): string {
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
}
