import type { Report } from './dockerfile-finding.ts'

/** A manager of packages: how it installs, and what hadolint asks of that. */
interface Manager {
  readonly install: RegExp
  /** The rule for packages without a version, and what a version looks like. */
  readonly pin?: readonly [rule: string, version: RegExp]
  /** The rule for an installation that would ask, and the flag that says yes. */
  readonly yes?: readonly [rule: string, flag: RegExp]
  /** The rule for what is left behind, and the command or flag that removes it. */
  readonly clean?: readonly [rule: string, how: RegExp, advice: string]
}

const YES = /\s(?:-\w*y\w*|--yes|--assume-yes|-q{2}|--assumeyes|-n|--non-interactive)\b/
const MANAGERS: readonly Manager[] = [
  {
    install: /^apt-get\s+(?:-\S+\s+)*install\b/,
    pin: ['DL3008', /=|\.deb$/],
    yes: ['DL3014', YES],
  },
  {
    install: /^apt-get\s+(?:-\S+\s+)*update\b/,
    clean: [
      'DL3009',
      /rm\s+-\w*r\w*\s+.*\/var\/lib\/apt\/lists|--mount=type=cache/,
      'Delete /var/lib/apt/lists after installing',
    ],
  },
  {
    install: /^apk\s+(?:-\S+\s+)*add\b/,
    pin: ['DL3018', /[=<>~]/],
    clean: ['DL3019', /--no-cache\b|--mount=type=cache/, 'Use apk add --no-cache'],
  },
  {
    install: /^(?:python\d?(?:\.\d+)?\s+-m\s+)?pip\d?(?:\.\d+)?\s+(?:-\S+\s+)*install\b/,
    pin: ['DL3013', /[=<>~@]|^\.|\/|\.whl$/],
    clean: [
      'DL3042',
      /--no-cache-dir|PIP_NO_CACHE_DIR|--mount=type=cache/,
      'Use pip install --no-cache-dir',
    ],
  },
  { install: /^npm\s+(?:-\S+\s+)*(?:install|i|add)\b/, pin: ['DL3016', /.@|^\.|\/.*\/|^git|\.tgz$/] },
  { install: /^gem\s+install\b/, pin: ['DL3028', /:\d|\.gem$/] },
  { install: /^go\s+install\b/, pin: ['DL3062', /@|^\./] },
  {
    install: /^yum\s+(?:-\S+\s+)*(?:install|localinstall)\b/,
    pin: ['DL3033', /-\d|\.rpm$/],
    yes: ['DL3030', YES],
    clean: [
      'DL3032',
      /yum\s+clean\s+all|rm\s+-\w*r\w*\s+.*\/var\/cache\/yum/,
      'Run yum clean all after installing',
    ],
  },
  {
    install: /^zypper\s+(?:-\S+\s+)*(?:install|in)\b/,
    pin: ['DL3037', /[=<>]|\.rpm$/],
    yes: ['DL3034', YES],
    clean: ['DL3036', /zypper\s+(?:clean|cc)/, 'Run zypper clean after installing'],
  },
  {
    install: /^(?:micro)?dnf\s+(?:-\S+\s+)*install\b/,
    pin: ['DL3041', /-\d|\.rpm$/],
    yes: ['DL3038', YES],
    clean: [
      'DL3040',
      /dnf\s+clean\s+all|rm\s+-\w*r\w*\s+.*\/var\/cache\/(?:lib)?dnf/,
      'Run dnf clean all after installing',
    ],
  },
]

/** What hadolint asks of commands that install packages. */
export function packageHabits(commands: readonly string[], report: Report): void {
  const whole = commands.join(' ; ')
  if (commands.some((command) => /^apt\s+(?:install|update|upgrade|remove)\b/.test(command)))
    report('DL3027', 'warning', 'Use apt-get or apt-cache: the interface of apt may change')
  for (const { install, pin, yes, clean } of MANAGERS) {
    const found = commands.filter((command) => install.test(command))
    if (found.length === 0) continue
    const isLoose = (command: string) =>
      packagesIn(command.replace(install, '')).some((name) => !pin![1].test(name))
    if (pin && found.some(isLoose))
      report(pin[0], 'warning', 'Name the versions of packages, so that another build gets the same')
    if (yes && found.some((command) => !yes[1].test(command)))
      report(yes[0], 'warning', 'Answer yes with a flag: nobody is there to confirm')
    if (clean && !clean[1].test(whole))
      report(clean[0], clean[0] === 'DL3042' ? 'warning' : 'info', clean[2])
  }
  const apt = commands.filter((command) => MANAGERS[0]!.install.test(command))
  if (apt.some((command) => !/--no-install-recommends|APT::Install-Recommends/i.test(command)))
    report('DL3015', 'info', 'Use --no-install-recommends to leave out what is not needed')
  if (
    commands.some(
      (command) =>
        /^(?:useradd)\s/.test(command) &&
        !/\s(?:-\w*l\w*|--no-log-init)\b/.test(command) &&
        /\s(?:-u|--uid)[\s=]?\d{6,}/.test(command),
    )
  )
    report('DL3046', 'warning', 'useradd without -l writes huge files for a high user number')
  if (
    commands.some(
      (command) =>
        /^wget\s/.test(command) && !/\s(?:--progress|-\w*q|--quiet|-nv|--no-verbose)\b/.test(command),
    )
  )
    report('DL3047', 'info', 'wget without --progress fills the log')
  if (
    commands.some((command) => /^yarn\s+(?:install|add|global)\b|^yarn$/.test(command)) &&
    !/yarn\s+cache\s+clean|--mount=type=cache/.test(whole)
  )
    report('DL3060', 'info', 'Run yarn cache clean after installing')
}

// Flags take no value here but for -r and the like, whose file is not a package.
function packagesIn(rest: string): string[] {
  if (/\s(?:-r|--requirement|-c|--constraint|-e|--editable)\b/.test(rest)) return []
  return rest.split(/\s+/).filter((word) => word !== '' && !/^[-$"'<>]|\$/.test(word) && !/^\\$/.test(word))
}
