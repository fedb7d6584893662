import type { Mutation } from './mutation.ts'

const SIGN_UPS = 'src-main/accounts/sign-up.ts'
const RATES = 'src-main/accounts/rate-limiter.ts'
const SIGN_UP_TESTS = ['test/src-main/accounts/sign-up-limits.test.ts']
const PLACE_TESTS = ['test/src-main/gateway/door/socket-places.test.ts']
const RATE_TESTS = ['test/src-main/accounts/rate-limiter.test.ts']

/** Changes to how often callers may call, sign up and connect. */
export const LIMITS: readonly Mutation[] = [
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
    id: 'rate-7',
    file: RATES,
    find: 'ring.at(Math.max(0, ring.length - limit))',
    replace: 'ring.at(0)',
    why: 'After a limit was lowered the wait is told too short.',
    tests: RATE_TESTS,
  },
  {
    id: 'sign-1',
    file: SIGN_UPS,
    find: 'followedBy(signUps.confirm(), () => withinTransaction(account))',
    replace: 'withinTransaction(account)',
    why: 'Sign-ups at once exceed the limit of the day.',
    tests: SIGN_UP_TESTS,
  },
  {
    id: 'sign-2',
    file: 'src-main/accounts/sign-up-limits.ts',
    find: 'const offset = most - 1 + own',
    replace: 'const offset = most - own',
    why: 'One key more than the limit of the day is made, or one less.',
    tests: SIGN_UP_TESTS,
  },
  {
    id: 'sign-3',
    file: SIGN_UPS,
    find: '  await signUps.admit(address)\n',
    replace: '',
    why: 'One address may sign up as often as it likes.',
    tests: SIGN_UP_TESTS,
  },
  {
    id: 'place-1',
    file: 'src-main/gateway/door/socket-places.ts',
    find: '    unused?.destroy()\n',
    replace: '',
    why: 'Connections without a request take those that are for the owner.',
    tests: PLACE_TESTS,
  },
  {
    id: 'place-2',
    file: 'src-main/gateway/request/body-places.ts',
    find: ".once('close', () => place.leave())",
    replace: '',
    why: 'A caller who leaves in the middle of a body keeps its place for ever.',
    tests: PLACE_TESTS,
  },
  {
    id: 'place-3',
    file: 'src-main/mcp/legacy-sessions.ts',
    find: 'if (isOwner || !who.isOwner) counts',
    replace: 'counts',
    why: 'The session of a new key ends one of the owner.',
    tests: ['test/src-main/mcp/legacy-sessions.test.ts'],
  },
  {
    id: 'result-1',
    file: 'src-main/files/kept-results.ts',
    find: 'if (kept?.who.id !== keyId) return null',
    replace: 'if (!kept) return null',
    why: 'Whoever learns the address of a long result reads it with another key.',
    tests: ['test/src-main/mcp/long-results.test.ts'],
  },
  {
    id: 'result-2',
    file: 'src-main/files/kept-results.ts',
    find: '.filter(({ who }) => isOwner || !who.isOwner)',
    replace: '',
    why: 'The long results of other keys push out those of the owner.',
    tests: ['test/src-main/mcp/long-results.test.ts'],
  },
  {
    id: 'place-4',
    file: 'src-main/activity/kept-rows.ts',
    find: '(owners.has(keyId) ? reserve : 0)',
    replace: '0',
    why: 'Many keys push the calls of the owner out of the record.',
    tests: ['test/spec/usage/activity-shares.test.ts'],
  },
]
