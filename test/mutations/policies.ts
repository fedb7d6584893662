import type { Mutation } from './mutation.ts'

const SEEN = 'src-main/pipeline/checks/seen-tools.ts'
const SCOPE = 'src-main/pipeline/checks/check-scope.ts'
const ADMIT = 'src-main/pipeline/checks/admit-call.ts'
const BOUND_TESTS = ['test/spec/keys/bound-keys.test.ts']
const APPROVAL_TESTS = ['test/spec/keys/approvals.test.ts']
const LIMIT_TESTS = ['test/spec/keys/tool-limits.test.ts']

/** Changes to what the owner has laid down for a key. */
export const POLICIES: readonly Mutation[] = [
  {
    id: 'toolset-1',
    file: SEEN,
    find: ': NO_TOOLS\n',
    replace: ': null\n',
    why: 'A key whose toolset was removed sees and calls every tool.',
    tests: BOUND_TESTS,
  },
  {
    id: 'toolset-2',
    file: SCOPE,
    find: '  assertInToolset(account, tool, services)\n',
    replace: '',
    why: 'A key that is bound to a toolset calls other tools.',
    tests: BOUND_TESTS,
  },
  {
    id: 'toolset-3',
    file: ADMIT,
    find: 'toolsBoundTo(account, services)?.find(slug) ?? findTool',
    replace: 'findTool',
    why: 'A key that is bound to a toolset calls its tools without their presets.',
    tests: BOUND_TESTS,
  },
  {
    id: 'toolset-4',
    file: 'src-main/accounts/key-bounds.ts',
    find: 'own.toolset !== undefined && toolset !== own.toolset',
    replace: 'own.toolset === undefined && toolset !== own.toolset',
    why: 'A key that is bound to a toolset makes keys of another.',
    tests: BOUND_TESTS,
  },
  {
    id: 'toolset-5',
    file: 'src-main/gateway/routes/change-toolsets.ts',
    find: 'isOwner || account.scopes === null',
    replace: 'isOwner || true',
    why: 'A key that is bound to a toolset widens it.',
    tests: BOUND_TESTS,
  },
  {
    id: 'rules-1',
    file: ADMIT,
    find: 'ruled.length > 0 && !call.isCounted',
    replace: 'ruled.length > 0 && call.isCounted',
    why: 'The limits of tools let every call in.',
    tests: LIMIT_TESTS,
  },
  {
    id: 'rules-2',
    file: 'src-main/accounts/rules/rules-of.ts',
    find: '[account, ...keys.makersOf(account)]',
    replace: '[account]',
    why: 'A key gets around its rules by making another.',
    tests: LIMIT_TESTS,
  },
  {
    id: 'rules-3',
    file: 'src-main/gateway/routes/set-key-rules.ts',
    find: '    assertOwner(request)\n',
    replace: '',
    why: 'A key with the permission admin takes back its own rules.',
    tests: LIMIT_TESTS,
  },
  {
    id: 'rules-4',
    file: 'src-main/gateway/session/maker.ts',
    find: 'rulesFor(account, services.keys).length === 0',
    replace: 'services.keys !== undefined',
    why: 'A key with rules opens the page and acts as the owner.',
    tests: LIMIT_TESTS,
  },
  {
    id: 'approval-1',
    file: 'src-main/pipeline/execute.ts',
    find: '    await awaitApproval(call, tool, ruled, services)\n',
    replace: '',
    why: 'Calls that need approval run without it.',
    tests: APPROVAL_TESTS,
  },
  {
    id: 'approval-2',
    file: 'src-main/pipeline/approvals/await-approval.ts',
    find: '  if (verdict) throw verdict\n',
    replace: '',
    why: 'A call that the owner has refused runs.',
    tests: APPROVAL_TESTS,
  },
  {
    id: 'approval-3',
    file: 'src-main/gateway/routes/approvals.ts',
    find: '  handle: async (request) => {\n    assertOwner(request)\n',
    replace: '  handle: async (request) => {\n',
    why: 'A key with the permission admin approves its own calls.',
    tests: APPROVAL_TESTS,
  },
  {
    id: 'approval-4',
    file: 'src-main/pipeline/approvals/await-approval.ts',
    find: '  if (!account)',
    replace: '  if (account === undefined)',
    why: 'A call runs for a key that was revoked while it waited.',
    tests: APPROVAL_TESTS,
  },
]
