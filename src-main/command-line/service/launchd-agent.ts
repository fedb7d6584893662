import { join } from 'node:path'
import type { Command, Machine } from './machine.ts'
import { commandLineOf, setupComment } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'
import { xmlText } from './xml-text.ts'

const LABEL = 'dev.toolgate.gateway'

const launchctl = (...args: string[]): Command => ({ program: 'launchctl', args })
const fileOf = ({ home }: Machine): string => join(home, 'Library/LaunchAgents', `${LABEL}.plist`)
const logOf = ({ home }: Machine): string => join(home, 'Library/Logs', 'toolgate.log')
const domainOf = ({ uid }: Machine): string => `gui/${uid}`
const bootOut = (machine: Machine): Command => ({
  ...launchctl('bootout', `${domainOf(machine)}/${LABEL}`),
  mayFail: true,
})

/** An agent of the user's own launchd; `man launchd.plist` has the keys. */
export const LAUNCHD: ServiceSystem = {
  what: 'a launchd agent of this user',
  encoding: 'utf8',
  file: fileOf,
  leaves: (machine) => [logOf(machine)],
  // launchd itself waits ten seconds between two starts. 63 is 077.
  text: (setup, machine) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by toolgate service install; toolgate service remove takes it away. -->
<!-- ${setupComment(setup)} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${commandLineOf(setup)
  .map((word) => `    <string>${xmlText(word)}</string>`)
  .join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardErrorPath</key>
  <string>${xmlText(logOf(machine))}</string>
</dict>
</plist>
`,
  unwritable: () => null,
  start: (machine) => [
    bootOut(machine),
    launchctl('bootstrap', domainOf(machine), fileOf(machine)),
    launchctl('enable', `${domainOf(machine)}/${LABEL}`),
  ],
  stop: (machine) => [bootOut(machine)],
  forget: () => [],
  advice: (machine) => [`Its log:  ${logOf(machine)}`],
}
