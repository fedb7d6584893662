import type { Mutation } from './mutation.ts'

const FOLDER = 'src-main/extensions/folder'
const FOLDER_TESTS = [`test/${FOLDER}/folder-tools.test.ts`]
const PURE_TESTS = [`test/${FOLDER}/pure-scripts.test.ts`]
const CODE = 'src-main/mcp/code'
const CODE_TESTS = ['test/src-main/mcp/run-code.test.ts']
const PROCESS_TESTS = [`test/${FOLDER}/script-processes.test.ts`]

/** Changes to what scripts of the owner may do, cost and tell. */
export const SCRIPTS: readonly Mutation[] = [
  {
    id: 'script-1',
    file: `${FOLDER}/script-process.ts`,
    find: 'source: code, shortCircuit: true }',
    replace: 'source: null as never, shortCircuit: false }',
    why: 'A script is loaded from the folder, whatever it has by now.',
    tests: PROCESS_TESTS,
  },
  {
    id: 'script-2',
    file: `${FOLDER}/script-process.ts`,
    find: "  Object.defineProperty(process, 'stdout', { get: () => process.stderr })\n",
    replace: '',
    why: 'What a script prints is taken for an answer.',
    tests: PROCESS_TESTS,
  },
  {
    id: 'script-3',
    file: `${FOLDER}/folder-runner.ts`,
    find: "how === 'refused')",
    replace: "how === 'refused' || how === 'cut')",
    why: 'A script that has ended during a call is told as not run, and may be run again.',
    tests: PROCESS_TESTS,
  },
  {
    id: 'script-4',
    file: `${FOLDER}/folder-runner.ts`,
    find: '  if (checked.ok && checked.value === output) return output\n',
    replace: '  if (checked.ok || schema) return output\n',
    why: 'An answer that the tool does not declare is charged.',
    tests: PURE_TESTS,
  },
  {
    id: 'script-5',
    file: 'src-main/pipeline/result-cache.ts',
    find: 'const version = tool.source?.definition ?? tool.version\n',
    replace: "const version = tool.source ? '' : tool.version\n",
    why: 'A changed script answers what the one before it did.',
    tests: PURE_TESTS,
  },
  {
    id: 'script-6',
    file: 'src-main/pipeline/recompute.ts',
    find: 'if (definition !== null && definition !== tool.source.definition)',
    replace: 'if (definition === null)',
    why: 'Another version of a script is held against its receipt.',
    tests: PURE_TESTS,
  },
  {
    id: 'script-7',
    file: 'src-main/tools/execute/lib/sandbox-boot.ts',
    find: '  delete Math.random\n',
    replace: '',
    why: 'A pure script has random numbers, and is cached all the same.',
    tests: PURE_TESTS,
  },
  {
    id: 'script-8',
    file: `${FOLDER}/read-folder.ts`,
    find: 'if (!path.startsWith((await realpath(folder)) + sep))',
    replace: "if (path === '')",
    why: 'A link brings a file from elsewhere in as a tool.',
    tests: FOLDER_TESTS,
  },
  {
    id: 'script-9',
    file: 'src-main/extensions/accepted-saves.ts',
    find: 'decisions.filter(({ original }) => !odd.has(original))',
    replace: "decisions.filter(({ original }) => original !== '' || odd.size > 0)",
    why: 'What nobody can see in a script is approved by a save.',
    tests: FOLDER_TESTS,
  },
  {
    id: 'script-10',
    file: `${FOLDER}/folder-runner.ts`,
    find: 'if (this.#parts.sourceOf(id)?.settings.isEditedHere) await',
    replace: 'if (this.#parts.sourceOf(id)) await',
    why: 'A file that was changed runs although nobody has approved it.',
    tests: FOLDER_TESTS,
  },
  {
    id: 'script-11',
    file: 'src-main/workers/worker-launch.ts',
    find: "args: ['--permission', ...readable, ...limits, entry, SCRIPTS],",
    replace: 'args: [...limits, entry, SCRIPTS],',
    why: 'A script reads and writes whatever its user may.',
    tests: PROCESS_TESTS,
  },
  {
    id: 'code-1',
    file: `${CODE}/run-code.ts`,
    find: '    if (this.#asked > CODE_LIMITS.calls)\n',
    replace: '    if (this.#asked > CODE_LIMITS.calls && asked.length === 1)\n',
    why: 'One script calls as many tools as it likes.',
    tests: CODE_TESTS,
  },
  {
    id: 'code-2',
    file: `${CODE}/code-tool.ts`,
    find: '    await from.enforceRateLimit(slug)\n',
    replace: '',
    why: 'A key that calls tools in code has no rate.',
    tests: CODE_TESTS,
  },
  {
    id: 'code-3',
    file: `${CODE}/run-code.ts`,
    find: '{ ...details, credits_used: credits }',
    replace: 'details',
    why: 'A script that failed is told to have cost nothing, though its calls were charged.',
    tests: CODE_TESTS,
  },
  {
    id: 'code-4',
    file: `${CODE}/run-code.ts`,
    find: "    if (this.#parts.gone()) throw new GatewayError('caller_left', 'The caller has left.')\n",
    replace: '',
    why: 'The calls of a script go on, and are charged, when its caller has left.',
    tests: CODE_TESTS,
  },
]
