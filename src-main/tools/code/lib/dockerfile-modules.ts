import type { Report } from './dockerfile-finding.ts'
import { isMounted } from './dockerfile-packages.ts'
import type { Run } from './dockerfile-run.ts'
import { callsWith, hasFlag, operandsOf, type ShellCommand } from './dockerfile-shell.ts'

const PINNED = 'Name the versions of packages, so that another build gets the same'
/** Options of pip that take a value. */
const PIP_VALUED =
  'abi b build e editable extra-index-url f find-links i index-url implementation no-binary only-binary platform prefix progress-bar proxy python python-version root root-user-action src t target trusted-host upgrade-strategy'.split(
    ' ',
  )
const VERSION_CONTROL = /^(?:git|hg|svn|bzr)(?:\+[a-z-]+)?(?::|$)|^(?:git|hg|svn|bzr)\+/

/** What hadolint asks of commands that install modules of programming languages. */
export function moduleHabits(run: Run, isCacheOff: boolean, report: Report): void {
  const { commands } = run
  const pips = commands.filter(isPipInstall)
  if (pips.some((command) => !isPipPinned(command))) report('DL3013', 'warning', PINNED)
  if (
    !isCacheOff &&
    !/\bPIP_NO_CACHE_DIR=["']?(?:1|true|on|yes)\b/i.test(run.script) &&
    !isMounted(run, '.cache/pip') &&
    pips.some((command) => !command.args.includes('--no-cache-dir') && !isWrapped(command))
  )
    report('DL3042', 'warning', 'Use pip install --no-cache-dir')
  if (commands.some((command) => callsWith(command, 'npm', 'install', 'i', 'add') && !isNpmPinned(command)))
    report('DL3016', 'warning', PINNED)
  if (commands.some((command) => callsWith(command, 'gem', 'install', 'i') && !isGemPinned(command)))
    report('DL3028', 'warning', PINNED)
  if (commands.some((command) => !isGoPinned(command))) report('DL3062', 'warning', PINNED)
}

function isPipInstall({ name, args }: ShellCommand): boolean {
  if (name.startsWith('python')) return / -m pip install | -m pip install$/.test(` ${args.join(' ')}`)
  return name.startsWith('pip') && !name.startsWith('pipenv') && args.includes('install')
}

function isWrapped({ name, args }: ShellCommand): boolean {
  return /pipx|pipenv/.test(name) || (args[0] === '-m' && /^(?:pipx|pipenv)$/.test(args[1] ?? ''))
}

function isPipPinned(command: ShellCommand): boolean {
  if (hasFlag(command, 'constraint', 'c')) return true
  if (
    command.args.some(
      (arg) => ['-r', '--requirement', '.'].includes(arg) || arg.startsWith('--requirement='),
    )
  )
    return true
  const operands = operandsOf(command, PIP_VALUED)
  return operands.slice(operands.indexOf('install') + 1).every((name) => {
    if (/[=<>!~]=|[<>]|\.whl$|\.tar\.gz$/.test(name)) return true
    if (/\s@\s/.test(name) || name === '@') return true
    return VERSION_CONTROL.test(name) ? name.includes('@') : name.includes('/')
  })
}

function isNpmPinned(command: ShellCommand): boolean {
  const [first, ...packages] = operandsOf(command, ['loglevel', 'registry'])
  if (!/^(?:install|i|add)$/.test(first ?? '')) return true
  return packages.every((name) => {
    if (/^git(?:\+\w+)?:\/\//.test(name)) return name.includes('#')
    return /\.tar$|\.tar\.gz$|\.tgz$|^\.{0,2}\/|^~\//.test(name) || name.slice(1).includes('@')
  })
}

function isGemPinned({ args }: ShellCommand): boolean {
  if (args.some((arg) => arg === '-v' || arg === '--version' || arg.startsWith('--version='))) return true
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  // An option without a sign of equality takes the next word.
  const gems = own.filter(
    (arg, at) => !arg.startsWith('-') && !(/^-/.test(own[at - 1] ?? '') && !own[at - 1]!.includes('=')),
  )
  return gems.every((gem) => gem === 'install' || gem === 'i' || gem.includes(':') || gem.endsWith('.gem'))
}

function isGoPinned(command: ShellCommand): boolean {
  if (command.name !== 'go') return true
  const operands = operandsOf(command)
  const isRun = operands[0] === 'run'
  if (!isRun && !['install', 'get'].includes(operands[0] ?? '')) return true
  // What follows the package that go runs is meant for that.
  const packages = isRun ? operands.slice(1, 2) : operands.slice(1).filter((name) => name !== 'tool')
  return packages.every((name) => /^[./]/.test(name) || /@(?!(?:latest|none)$)/.test(name))
}
