import type { Mutation } from './mutation.ts'

const COMMAND = 'src-main/extensions/command'
const ARGV_TESTS = [`test/${COMMAND}/command-argv.test.ts`]
const CALL_TESTS = [`test/${COMMAND}/commands.test.ts`]

/** Changes to what commands may be told, cost and say. */
export const COMMANDS: readonly Mutation[] = [
  {
    id: 'command-1',
    file: `${COMMAND}/command-argv.ts`,
    find: "if (value.startsWith('-') && !isOperand",
    replace: "if (value === '-' && !isOperand",
    why: 'A caller gives a program options of their own.',
    tests: ARGV_TESTS,
  },
  {
    id: 'command-2',
    file: `${COMMAND}/command-argv.ts`,
    find: 'const isOperand = ends !== -1 && ends < at',
    replace: 'const isOperand = ends !== -1',
    why: 'A value before -- becomes an option.',
    tests: ARGV_TESTS,
  },
  {
    id: 'command-3',
    file: `${COMMAND}/command-consent.ts`,
    find: 'SHELL.test(consent.settings.command) || SHELL.test(program.file)',
    replace: 'SHELL.test(consent.settings.command)',
    why: 'A link to a shell runs the values of callers as commands.',
    tests: CALL_TESTS,
  },
  {
    id: 'command-4',
    file: `${COMMAND}/command-runner.ts`,
    find: '    if (areAsAgreed(settings)) return\n',
    replace: '    if (settings) return\n',
    why: 'A program that was replaced runs without being agreed to again.',
    tests: CALL_TESTS,
  },
  {
    id: 'command-5',
    file: `${COMMAND}/command-runner.ts`,
    find: 'if (!plan.exit_codes.includes(end.code)) throw',
    replace: 'if (end.code > 255) throw',
    why: 'A program that has failed is charged.',
    tests: CALL_TESTS,
  },
  {
    id: 'command-6',
    file: `${COMMAND}/command-runner.ts`,
    find: "outcome: readOnly ? 'failed' : 'unknown',",
    replace: "outcome: 'failed',",
    why: 'A program that was ended is told as surely failed, and its repetition may act twice.',
    tests: CALL_TESTS,
  },
  {
    id: 'command-7',
    file: `${COMMAND}/command-runner.ts`,
    find: 'const masks = masksOf([...secrets.values()])',
    replace: 'const masks = masksOf([])',
    why: 'A program that prints its secret gives it to whoever calls.',
    tests: CALL_TESTS,
  },
  {
    id: 'command-8',
    file: 'src-main/extensions/processes/command-process.ts',
    find: "    child.on('exit', () => void this.#endOthers())\n",
    replace: '',
    why: 'What a program has started outlives it.',
    tests: CALL_TESTS,
  },
]
