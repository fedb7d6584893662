import { join } from 'node:path'
import type { Command, Machine } from './machine.ts'
import { commandLineOf, setupComment } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'
import { xmlText } from './xml-text.ts'

const schtasks = (...args: string[]): Command => ({ program: 'schtasks', args })
// All users of a machine share one list of tasks.
const nameOf = ({ user }: Machine): string => `Toolgate-${user}`
const fileOf = ({ home, env }: Machine): string =>
  join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'toolgate', 'service.xml')

/**
 * A task of the user's own, and not a service, which would run as another account and see no credentials of this one.
 * @see https://learn.microsoft.com/windows/win32/taskschd/task-scheduler-schema
 */
export const WINDOWS_TASKS: ServiceSystem = {
  what: 'a scheduled task of this user',
  // What schtasks reads without complaint.
  encoding: 'utf16le',
  file: fileOf,
  leaves: () => [],
  // RestartOnFailure knows only failures to start, so the task is started every five minutes, and not a second time
  // where it runs. A headless conhost is a console without a window. The elements have an order.
  text: (setup, machine) => `\uFEFF<?xml version="1.0" encoding="UTF-16"?>
<!-- Written by toolgate service install; toolgate service remove takes it away. -->
<!-- ${setupComment(setup)} -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Toolgate, a gateway for tools on this computer</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Repetition>
        <Interval>PT5M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <Enabled>true</Enabled>
      <UserId>${xmlText(accountOf(machine))}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xmlText(accountOf(machine))}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <Hidden>true</Hidden>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>--headless ${xmlText(commandLineOf(setup).map(quoted).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`,
  unwritable: (words) => {
    const word = words.find((one) => /%|\$\(/.test(one))
    return word === undefined ? null : `Windows replaces % and $( in a task, which are in ${word}`
  },
  start: (machine) => [
    schtasks('/create', '/f', '/tn', nameOf(machine), '/xml', fileOf(machine)),
    schtasks('/run', '/tn', nameOf(machine)),
  ],
  stop: (machine) => [
    { ...schtasks('/end', '/tn', nameOf(machine)), mayFail: true },
    schtasks('/delete', '/f', '/tn', nameOf(machine)),
  ],
  forget: () => [],
  advice: () => ['Windows shows it in its Task Scheduler.'],
}

function accountOf({ env, user }: Machine): string {
  return env.USERDOMAIN ? `${env.USERDOMAIN}\\${user}` : user
}

/**
 * A word of a command line as programs of Windows read it: backslashes count only before a quote.
 * @see https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
 */
function quoted(word: string): string {
  return `"${word.replaceAll(/(\\*)("|$)/g, (_all, slashes: string, quote: string) => slashes.repeat(2) + (quote && '\\"'))}"`
}
