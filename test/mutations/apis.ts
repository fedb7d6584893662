import type { Mutation } from './mutation.ts'

const CALL = 'src-main/extensions/openapi/call-api.ts'
const CALL_TESTS = ['test/src-main/extensions/openapi/api-sources.test.ts']
const BOUND_TESTS = ['test/src-main/extensions/openapi/bounds-of-apis.test.ts']

/** Changes to where calls of APIs go, with which secrets, and how often. */
export const APIS: readonly Mutation[] = [
  {
    id: 'api-1',
    file: CALL,
    find: 'if (!settings.origins.includes(origin))',
    replace: "if (origin === '')",
    why: 'An operation of a new version of a document takes the secrets to a server that nobody agreed to.',
    tests: BOUND_TESTS,
  },
  {
    id: 'api-2',
    file: CALL,
    find: 'leaving: async () => check(tool),',
    replace: 'leaving: async () => {},',
    why: 'A call goes on to its server after its tool was closed.',
    tests: BOUND_TESTS,
  },
  {
    id: 'api-3',
    file: CALL,
    find: 'const isSafe = SAFE.includes(plan.method)\n',
    replace: 'const isSafe = true\n',
    why: 'A write follows redirects, and is sent again by itself.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-4',
    file: CALL,
    find: 'const mayRepeat = isSafe || tool.readOnly || tool.repeatable',
    replace: 'const mayRepeat = true',
    why: 'A write that may have acted is sent again by itself.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-5',
    file: CALL,
    find: 'const isSafe = SAFE.includes(plan.method) || tool.readOnly\n',
    replace: 'const isSafe = true\n',
    why: 'A write whose line broke is told as surely failed, and its repetition may act twice.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-6',
    file: CALL,
    find: '        wasSent = true\n',
    replace: '',
    why: 'A call that has left is told as not sent, and is sent a second time.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-7',
    file: CALL,
    find: 'return next.origin === new URL(from).origin && settings.origins.includes(next.origin) ? next.href : null',
    replace: 'return next.href',
    why: 'A server leads calls, with their secrets, to another one.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-8',
    file: CALL,
    find: 'const masks = masksOf(secretTexts(call))',
    replace: 'const masks = masksOf([])',
    why: 'A server that repeats a secret gives it to whoever calls.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-9',
    file: 'src-main/extensions/openapi/credentials.ts',
    find: 'return isOpen || always.length > 0 ? always : null',
    replace: 'return always',
    why: 'An operation that asks for a secret is called without one.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-10',
    file: 'src-main/extensions/openapi/api-consent.ts',
    find: 'if (isOpen(server) || isWritten(server, url)) return server\n',
    replace: 'return server\n',
    why: 'A document leads calls into the network of the owner, who has typed no address there.',
    tests: CALL_TESTS,
  },
  {
    id: 'api-11',
    file: 'src-main/extensions/openapi/build-request.ts',
    find: "if (only.split('/').some((part) => /^(?:\\.|%2e){1,2}$/i.test(part)))",
    replace: "if (only === '')",
    why: 'A value leads a call to another operation than the one that was opened.',
    tests: ['test/src-main/extensions/openapi/writing-parameters.test.ts'],
  },
  {
    id: 'api-12',
    file: 'src-main/outbound/source-reach.ts',
    find: "if (opened.has(target.origin)) return 'typed'",
    replace: "if (opened.has(target.origin)) return 'any'",
    why: 'A source asks the cloud for the secrets of this machine.',
    tests: ['test/src-main/outbound/source-reach.test.ts'],
  },
  {
    id: 'api-13',
    file: 'src-main/extensions/openapi/to-data.ts',
    find: 'toBlock(type, await maskedBytes(body, parts.masks))',
    replace: 'toBlock(type, body)',
    why: 'A secret that a server writes into a picture is passed on.',
    tests: BOUND_TESTS,
  },
]
