import type { Mutation } from './mutation.ts'

const SESSIONS = 'src-main/gateway/session/page-sessions.ts'
const DOOR = 'src-main/gateway/door/door.ts'
const AUTHENTICATE = 'src-main/gateway/session/authenticate.ts'
const KEYS = 'src-main/accounts/key-store.ts'
const SCOPES = 'src-main/accounts/scopes.ts'
const SESSION_TESTS = ['test/src-main/gateway/session/page-sessions.test.ts']
const DOOR_TESTS = ['test/spec/door/door.test.ts']
const KEY_TESTS = ['test/src-main/accounts/key-store.test.ts', 'test/spec/keys/authentication.test.ts']
const TEAM_TESTS = ['test/spec/keys/team-keys.test.ts']
const SCOPE_TESTS = ['test/spec/keys/team-key-scopes.test.ts']
const REVOKED_TESTS = ['test/spec/keys/revoked-keys.test.ts']

/** Changes to the rules for callers: sessions, keys, scopes and the door. */
export const ACCESS: readonly Mutation[] = [
  {
    id: 'sess-1',
    file: SESSIONS,
    find: 'pass === print && this.#isLive(issuer)',
    replace: 'pass === print',
    why: 'The pass of a session still counts when its key works no more.',
    tests: SESSION_TESTS,
  },
  {
    id: 'sess-2',
    file: SESSIONS,
    find: '    this.#codes.delete(name)\n',
    replace: '',
    why: 'A one-time code works again for an hour.',
    tests: SESSION_TESTS,
  },
  {
    id: 'sess-3',
    file: SESSIONS,
    find: '|| issued.expiresAt < this.#now() ||',
    replace: '||',
    why: 'A one-time code works for as long as the process runs.',
    tests: SESSION_TESTS,
  },
  {
    id: 'sess-4',
    file: SESSIONS,
    find: ' || !this.#isLive(issued.issuer)) return null',
    replace: ') return null',
    why: 'The code of a key that works no more opens the page.',
    tests: SESSION_TESTS,
  },
  {
    id: 'sess-5',
    file: SESSIONS,
    find: '    this.#sessions.clear()\n    this.#codes.clear()\n',
    replace: '    this.#sessions.clear()\n',
    why: 'Codes outlive the end of all sessions.',
    tests: [...SESSION_TESTS, ...REVOKED_TESTS],
  },
  {
    id: 'sess-6',
    file: SESSIONS,
    find: 'dropOldest(this.#codes, MAX_CODES - 1)',
    replace: '',
    why: 'Codes that nobody uses pile up without end.',
    tests: SESSION_TESTS,
  },
  {
    id: 'scope-1',
    file: SCOPES,
    find: '(scopes.slugs?.includes(tool.slug) ?? true) &&',
    replace: '(scopes.slugs?.includes(tool.slug) ?? true) ||',
    why: 'A key without a list of slugs may call every tool, whatever its other lists say.',
    tests: SCOPE_TESTS,
  },
  {
    id: 'scope-2',
    file: SCOPES,
    find: '(scopes.tiers?.includes(tool.tier) ?? true)',
    replace: 'true',
    why: 'The tiers of a scope are not looked at.',
    tests: SCOPE_TESTS,
  },
  {
    id: 'scope-3',
    file: 'src-main/pipeline/checks/check-scope.ts',
    find: '    services.refusals.note({ actor: account, address, requestId, detail })\n',
    replace: '',
    why: 'A refused tool leaves no trace in the audit trail.',
    tests: ['test/spec/keys/audit.test.ts'],
  },
  {
    id: 'auth-1',
    file: AUTHENTICATE,
    find: "return headers.get('sec-fetch-site') === 'same-origin' || headers.get('origin') !== null",
    replace: 'return headers !== null',
    why: 'A cookie counts without the word of a browser that our own page sent it.',
    tests: KEY_TESTS,
  },
  {
    id: 'auth-2',
    file: AUTHENTICATE,
    find: "(req.method === 'GET' ? url.searchParams.get('page_pass') : null)",
    replace: "url.searchParams.get('page_pass')",
    why: 'A pass in an address may change something.',
    tests: SESSION_TESTS,
  },
  {
    id: 'auth-3',
    file: 'src-main/accounts/account.ts',
    find: 'expiresAt !== null && expiresAt <= now',
    replace: 'expiresAt !== null && expiresAt < now',
    why: 'A key works for a moment longer than it may.',
    tests: [...KEY_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'auth-4',
    file: KEYS,
    find: 'WHERE id <> ? AND revoked_at IS NULL AND expires_at IS NULL',
    replace: 'WHERE id <> ? AND revoked_at IS NULL',
    why: 'The last key that administers the gateway for good can be revoked while another has an hour left.',
    tests: [...KEY_TESTS, ...REVOKED_TESTS],
  },
  {
    id: 'auth-5',
    file: AUTHENTICATE,
    find: '  exchangeOf(event).refusedAs = known\n',
    replace: '',
    why: 'The audit trail does not say whose revoked key was tried.',
    tests: ['test/spec/keys/audit.test.ts'],
  },
  {
    id: 'door-1',
    file: DOOR,
    find: 'if (head.origins.length > 1) throw forbiddenOrigin()',
    replace: '',
    why: 'A second Origin is not looked at.',
    tests: ['test/spec/door/request-heads.test.ts'],
  },
  {
    id: 'door-2',
    file: DOOR,
    find: 'if (head.hosts.length !== 1)',
    replace: 'if (head.hosts.length === 0)',
    why: 'A second Host is not looked at.',
    tests: ['test/spec/door/request-heads.test.ts'],
  },
  {
    id: 'door-3',
    file: DOOR,
    find: "(isNavigation(head) && pathOf(head.target) === '/')",
    replace: 'isNavigation(head)',
    why: 'A link of another site may lead to any address.',
    tests: DOOR_TESTS,
  },
  {
    id: 'door-4',
    file: DOOR,
    find: 'head.contentLength > MAX_BODY_BYTES',
    replace: 'head.contentLength >= MAX_BODY_BYTES',
    why: 'A body of exactly the limit is refused.',
    tests: ['test/spec/door/limits.test.ts'],
  },
  {
    id: 'door-5',
    file: DOOR,
    find: " && head.secFetchDest === 'document'",
    replace: '',
    why: 'A frame of another site may show the page.',
    tests: DOOR_TESTS,
  },
  {
    id: 'sess-7',
    file: SESSIONS,
    find: 'if (!session || !this.#isLive(session.issuer)) return false',
    replace: 'if (!session) return false',
    why: 'A session outlives the key that it was opened with.',
    tests: SESSION_TESTS,
  },
  {
    id: 'sess-8',
    file: SESSIONS,
    find: 'dropOldest(this.#sessions, MAX_SESSIONS - 1)',
    replace: '',
    why: 'Sessions pile up without end.',
    tests: SESSION_TESTS,
  },
  {
    id: 'door-6',
    file: DOOR,
    find: "if (head.contentEncoding !== null && head.contentEncoding.toLowerCase() !== 'identity') {",
    replace: "if (head.contentEncoding === 'gzip') {",
    why: 'A packed body is read as if it were plain.',
    tests: DOOR_TESTS,
  },
  {
    id: 'door-7',
    file: DOOR,
    find: 'port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]',
    replace: '[`${name}:${port}`]',
    why: 'A gateway at port 80 refuses browsers, which leave the port out.',
    tests: ['test/src-main/gateway/door/door.test.ts'],
  },
  {
    id: 'auth-6',
    file: KEYS,
    find: '      () => {\n        this.#refuseTakenEmail(account.email)\n',
    replace: '      () => {\n',
    why: 'Two sign-ups at once with one address end in a bug.',
    tests: KEY_TESTS,
  },
]
