import type { Report } from './dockerfile-finding.ts'
import type { Run } from './dockerfile-run.ts'
import { callsWith, hasFlag, operandsOf, type ShellCommand } from './dockerfile-shell.ts'

/** Names that ENV and ARG set. */
type Variables = Pick<ReadonlyMap<string, unknown>, 'has'>

/** A manager of packages: how it installs, and what hadolint asks of that. */
interface Manager {
  readonly names: string
  /** The commands that install. */
  readonly install: readonly string[]
  /** The rule for packages without a version. */
  readonly pin?: readonly [rule: string, isPinned: (name: string, variables: Variables) => boolean]
  /** Flags that take a value. */
  readonly valued?: readonly string[]
  /** The rule for an installation that would ask, the flags that say yes, and the commands that ask. */
  readonly yes?: readonly [rule: string, flags: readonly string[], asking?: readonly string[]]
  /** The rule for what is left behind, the commands that leave it, its folder, and the command that removes it. */
  readonly clean?: readonly [
    rule: string,
    leaving: readonly string[],
    folder: string,
    remove: readonly string[],
  ]
}

const DNF_INSTALL = ['install', 'in', 'upgrade', 'up', 'upgrade-minimal', 'up-min', 'reinstall', 'rei']
const MANAGERS: readonly Manager[] = [
  {
    names: 'apt-get',
    install: ['install'],
    valued: ['t', 'target-release', 'o', 'option', 'c', 'config-file'],
    pin: ['DL3008', (name) => /[=/]|\.deb$/.test(name)],
    yes: ['DL3014', ['y', 'yes', 'assume-yes', 'qq']],
  },
  {
    names: 'apk',
    install: ['add'],
    valued: ['t', 'virtual', 'repository', 'X'],
    pin: ['DL3018', (name) => /[=<>~]|\.apk$/.test(name)],
  },
  {
    names: 'yum',
    install: ['install'],
    pin: ['DL3033', hasRpmVersion],
    yes: ['DL3030', ['y', 'assumeyes'], ['install', 'groupinstall', 'localinstall']],
    clean: ['DL3032', ['install'], '/var/cache/yum', ['clean', 'all']],
  },
  {
    names: 'zypper',
    install: ['install', 'in'],
    pin: ['DL3037', (name) => /[=<>]|\.rpm$/.test(name)],
    yes: [
      'DL3034',
      ['non-interactive', 'n', 'no-confirm', 'y'],
      ['install', 'in', 'remove', 'rm', 'source-install', 'si', 'patch'],
    ],
    clean: ['DL3036', ['install', 'in'], '/var/cache/zypp', ['clean', 'cc']],
  },
  {
    names: 'dnf microdnf',
    install: ['install'],
    pin: ['DL3041', hasRpmVersion],
    yes: ['DL3038', ['y', 'assumeyes'], ['install', 'groupinstall', 'localinstall']],
    clean: ['DL3040', DNF_INSTALL, '/libdnf5', ['clean', 'all']],
  },
]

/**
 * What hadolint asks of commands that install packages of a distribution.
 * @param variables names set by ENV and ARG; a version may be in one of them
 */
export function packageHabits(run: Run, variables: Variables, report: Report): void {
  const { commands } = run
  if (commands.some(({ name }) => name === 'apt'))
    report('DL3027', 'warning', 'Use apt-get or apt-cache: the interface of apt may change')
  for (const manager of MANAGERS) managerHabits(manager, run, variables, report)
  const apt = commands.filter((command) => callsWith(command, 'apt-get', 'install'))
  if (apt.some((one) => !hasFlag(one, 'no-install-recommends') && !one.args.some(isWithoutRecommends)))
    report('DL3015', 'info', 'Use --no-install-recommends to leave out what is not needed')
  const add = commands.filter((command) => callsWith(command, 'apk', 'add'))
  if (add.some((one) => !hasFlag(one, 'no-cache')) && !isMounted(run, '/var/cache/apk'))
    report('DL3019', 'info', 'Use apk add --no-cache')
  if (commands.some((command) => callsWith(command, 'zypper', 'dist-upgrade', 'dup')))
    report('DL3035', 'warning', 'Do not upgrade the distribution: take another image')
}

function managerHabits(
  { names, install, pin, valued, yes, clean }: Manager,
  run: Run,
  variables: Variables,
  report: Report,
): void {
  const { commands } = run
  const installs = commands.filter(
    (one) => callsWith(one, names, ...install) && !one.args.includes('group'),
  )
  const isPinned = (command: ShellCommand) =>
    operandsOf(command, valued)
      .filter((name) => !install.includes(name) && name !== 'module')
      .every((name) => (command.args.includes('module') ? name.includes(':') : pin![1](name, variables)))
  if (pin && !installs.every(isPinned))
    report(pin[0], 'warning', 'Name the versions of packages, so that another build gets the same')
  const asking = yes && commands.filter((one) => callsWith(one, names, ...(yes[2] ?? install)))
  if (asking?.some((command) => !hasFlag(command, ...yes![1]) && !isQuietTwice(command)))
    report(yes![0], 'warning', 'Answer yes with a flag: nobody is there to confirm')
  if (!clean || isMounted(run, clean[2])) return
  const [rule, leaving, folder, remove] = clean
  for (const name of names.split(' ')) {
    const first = commands.findIndex((command) => callsWith(command, name, ...leaving))
    const last = commands.findLastIndex(
      (command) =>
        callsWith(command, name, ...remove) ||
        removes(command, folder) ||
        (name !== 'zypper' && removes(command, '/var/cache/')),
    )
    if (first !== -1 && last < first)
      report(rule, 'warning', `Remove what ${name} keeps, after installing, in the same RUN`)
  }
}

// `-qq`, or `-q` twice, says yes, too.
function isQuietTwice({ name, args }: ShellCommand): boolean {
  const count = args.reduce((sum, arg) => sum + (arg === '--quiet' ? 1 : quietsIn(arg)), 0)
  return name === 'apt-get' && (count >= 2 || args.includes('-q=2'))
}

function quietsIn(arg: string): number {
  return /^-\w+$/.test(arg) ? arg.split('q').length - 1 : 0
}

function isWithoutRecommends(arg: string): boolean {
  return /APT::Install-Recommends=["']?(?:false|0)/i.test(arg)
}

// `httpd-2.24.2`, or a variable that the file sets.
function hasRpmVersion(name: string, variables: Variables): boolean {
  const [, ...parts] = name.split('-')
  if (parts.length === 0) return false
  if (name.endsWith('.rpm')) return true
  if (name.includes('$'))
    return Array.from(name.matchAll(/\$\{(\w+)\}/g), ([, variable]) => variable!).some((one) =>
      variables.has(one),
    )
  return parts.every((part) => /^[\w.~^:+]*$/.test(part)) && parts.some((part) => /^\d/.test(part))
}

/** Whether a RUN instruction mounts a cache or a temporary folder at a place. */
export function isMounted({ mounts }: Run, place: string): boolean {
  return mounts.some((mount) => mount.includes(place))
}

/** Whether a command deletes a folder or what is in it. */
export function removes(command: ShellCommand, folder: string): boolean {
  return (
    command.name === 'rm' &&
    hasFlag(command, 'r', 'R', 'recursive') &&
    command.args.some((arg) => arg.includes(folder))
  )
}
