import type { Mutation } from './mutation.ts'

const SESSIONS = 'src-main/gateway/session/page-sessions.ts'
const DOOR = 'src-main/gateway/door/door.ts'
const AUTHENTICATE = 'src-main/gateway/session/authenticate.ts'
const KEYS = 'src-main/accounts/key-store.ts'
const RATES = 'src-main/accounts/rate-limiter.ts'
const SCOPES = 'src-main/accounts/scopes.ts'
const SESSION_TESTS = ['test/src-main/gateway/session/page-sessions.test.ts']
const DOOR_TESTS = ['test/spec/door/door.test.ts']
const KEY_TESTS = ['test/src-main/accounts/key-store.test.ts', 'test/spec/keys/authentication.test.ts']
const TEAM_TESTS = ['test/spec/keys/team-keys.test.ts']
const RATE_TESTS = ['test/src-main/accounts/rate-limiter.test.ts']

/** Changes to who may come in, and how often. */
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
    tests: [...SESSION_TESTS, ...TEAM_TESTS],
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
    tests: TEAM_TESTS,
  },
  {
    id: 'scope-2',
    file: SCOPES,
    find: '(scopes.tiers?.includes(tool.tier) ?? true)',
    replace: 'true',
    why: 'The tiers of a scope are not looked at.',
    tests: TEAM_TESTS,
  },
  {
    id: 'scope-3',
    file: 'src-main/pipeline/check-scope.ts',
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
    find: '(expiresAt === null || expiresAt > now)',
    replace: '(expiresAt === null || expiresAt >= now)',
    why: 'A key works for a moment longer than it may.',
    tests: [...KEY_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'auth-4',
    file: KEYS,
    find: 'WHERE id <> ? AND revoked_at IS NULL AND expires_at IS NULL',
    replace: 'WHERE id <> ? AND revoked_at IS NULL',
    why: 'The last key that administers the gateway for good can be revoked while another has an hour left.',
    tests: [...KEY_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'auth-5',
    file: AUTHENTICATE,
    find: '  if (key !== undefined) exchangeOf(event).refusedAs = context.services.keys.everKnown(key)\n',
    replace: '',
    why: 'The audit trail does not say whose revoked key was tried.',
    tests: ['test/spec/keys/audit.test.ts'],
  },
  {
    id: 'rate-3',
    file: RATES,
    find: 'Math.max(nowMs, newestOf(ring))',
    replace: 'nowMs',
    why: 'After the clock was set back, times in the ring are out of order and the wait is too short.',
    tests: RATE_TESTS,
  },
  {
    id: 'rate-4',
    file: RATES,
    find: 'ring.at(0) <= nowMs - windowMs',
    replace: 'ring.at(0) < nowMs - windowMs',
    why: 'A request counts for a moment longer than its window.',
    tests: RATE_TESTS,
  },
  {
    id: 'rate-5',
    file: RATES,
    find: '  if (newestOf(ring) - nowMs > windowMs) ring.clear()\n',
    replace: '',
    why: 'A clock that was set back locks callers out until it has caught up.',
    tests: RATE_TESTS,
  },
  {
    id: 'rate-6',
    file: RATES,
    find: '      this.#capacity -= ring.capacity\n',
    replace: '',
    why: 'Once full, the limiter forgets every id but the last.',
    tests: RATE_TESTS,
  },
  {
    id: 'door-1',
    file: DOOR,
    find: 'if (head.origins.length > 1) throw forbiddenOrigin()',
    replace: '',
    why: 'A second Origin is not looked at.',
    tests: ['test/spec/door/socket.test.ts'],
  },
  {
    id: 'door-2',
    file: DOOR,
    find: 'if (head.hosts.length !== 1)',
    replace: 'if (head.hosts.length === 0)',
    why: 'A second Host is not looked at.',
    tests: ['test/spec/door/socket.test.ts'],
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
]
