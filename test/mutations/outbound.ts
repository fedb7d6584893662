import type { Mutation } from './mutation.ts'

const POLICY = 'src-main/outbound/address-policy.ts'
const RESOLVE = 'src-main/outbound/resolve-once.ts'
const SECRET_STORE = 'src-main/providers/secret-store.ts'
const SECRET_FILE = 'src-main/providers/secret-file.ts'
const BASE_URL = 'src-main/providers/base-url.ts'
const POLICY_TESTS = ['test/src-main/outbound/address-policy.test.ts']
const ADDRESS_TESTS = ['test/src-main/outbound/outbound-addresses.test.ts']
const PATTERN_TESTS = ['test/src-main/outbound/origin-pattern.test.ts']
const SECRET_TESTS = ['test/src-main/providers/secret-store.test.ts']
const PROVIDER_TESTS = ['test/src-main/gateway/providers.test.ts']

/** Changes to where requests may go, and to the secrecy of what goes with them. */
export const OUTBOUND: readonly Mutation[] = [
  {
    id: 'out-2',
    file: RESOLVE,
    find: 'return open && !ownAddresses(interfaces).some((own) => isSameAddress(own, address))',
    replace: 'return open && interfaces !== undefined',
    why: "The machine's own public address is dialled.",
    tests: ADDRESS_TESTS,
  },
  {
    id: 'out-5',
    file: 'src-main/outbound/send-http.ts',
    find: 'callback(null, [...addresses])',
    replace: 'callback(null, addresses.slice(0, 1))',
    why: 'Only the first address of a name is tried.',
    tests: ADDRESS_TESTS,
  },
  {
    id: 'out-6',
    file: POLICY,
    find: " === 'unicast' && !REFUSED_V4.has(address)",
    replace: " === 'unicast'",
    why: "The wire server of Azure's virtual machines is dialled.",
    tests: POLICY_TESTS,
  },
  {
    id: 'out-7',
    file: POLICY,
    find: '        !METADATA.some((one) => isSameAddress(one, address))\n',
    replace: '        METADATA.length > 0\n',
    why: "A wildcard opens the metadata service of the machine's cloud.",
    tests: [...POLICY_TESTS, ...PATTERN_TESTS],
  },
  {
    id: 'out-8',
    file: POLICY,
    find: '    parsed.match(PUBLIC_V6) &&\n',
    replace: '',
    why: 'IPv6 addresses that nobody was given count as public.',
    tests: POLICY_TESTS,
  },
  {
    id: 'out-9',
    file: RESOLVE,
    find: 'addresses.every(',
    replace: 'addresses.some(',
    why: 'A private address hides behind a public one of the same name.',
    tests: ADDRESS_TESTS,
  },
  {
    id: 'out-10',
    file: RESOLVE,
    find: "if (family === 0 && reach === 'public' && isLocalName(host)) throw refusal(target)",
    replace: '',
    why: 'DNS is asked about names of the local network.',
    tests: ADDRESS_TESTS,
  },
  {
    id: 'out-11',
    file: 'src-main/outbound/guarded-outbound.ts',
    find: "? 'network' : 'public'",
    replace: "? 'any' : 'public'",
    why: 'A wildcard opens this machine itself.',
    tests: [...ADDRESS_TESTS, ...PATTERN_TESTS],
  },
  {
    id: 'out-12',
    file: 'src-main/outbound/header-policy.ts',
    find: "name.replaceAll('_', '-')",
    replace: 'name',
    why: 'A caller frames the message with Content_Length.',
    tests: ['test/src-main/outbound/header-policy.test.ts'],
  },
  {
    id: 'out-13',
    file: POLICY,
    find: 'shortest(one) === shortest(other)',
    replace: 'one.toLowerCase() === other.toLowerCase()',
    why: "Another spelling of the machine's own address is dialled.",
    tests: [...POLICY_TESTS, ...ADDRESS_TESTS],
  },
  {
    id: 'sec-1',
    file: SECRET_FILE,
    find: '    if (this.#load())\n      throw new SecretsUnavailable(\n        `${KEY_FILE}, which',
    replace: '    if (this.#passphrase)\n      throw new SecretsUnavailable(\n        `${KEY_FILE}, which',
    why: 'A fresh key takes the place of a lost one, and the old secrets cannot be read any more.',
    tests: SECRET_TESTS,
  },
  {
    id: 'sec-2',
    file: SECRET_STORE,
    find: '    this.#known.delete(id)\n',
    replace: '',
    why: 'A key that was removed is still sent.',
    tests: SECRET_TESTS,
  },
  {
    id: 'sec-3',
    file: BASE_URL,
    find: "if (protocol === 'http:' && !isLocalHost(hostname))",
    replace: "if (protocol === 'ftp:' && !isLocalHost(hostname))",
    why: 'A key is sent in the clear over the internet.',
    tests: PROVIDER_TESTS,
  },
  {
    id: 'sec-4',
    file: BASE_URL,
    find: 'if (url.username || url.password)',
    replace: 'if (url.username)',
    why: 'A password in an address is kept and shown.',
    tests: PROVIDER_TESTS,
  },
  {
    id: 'sec-5',
    file: 'src-main/providers/provider-fetch.ts',
    find: "if (url.origin !== origin) throw new Error('A request to a provider was about to go to another address')",
    replace: '',
    why: "A provider's key may go to another address.",
    tests: ['test/src-main/providers/provider-fetch.test.ts'],
  },
  {
    id: 'sec-6',
    file: SECRET_FILE,
    find: '      .catch(() => undefined)\n      .then(async',
    replace: '      .then(async',
    why: 'One write that fails keeps every later secret from being saved.',
    tests: SECRET_TESTS,
  },
  {
    id: 'out-14',
    file: 'src-main/outbound/guarded-outbound.ts',
    find: '      caller.throwIfAborted()\n',
    replace: '',
    why: 'A caller who left is told of a failure of the receiver.',
    tests: ['test/src-main/outbound/outbound-failures.test.ts'],
  },
  {
    id: 'out-15',
    file: 'src-main/outbound/allowed-origins.ts',
    find: 'return !isOriginPattern(origin) && (',
    replace: 'return (',
    why: 'A target that is called like a wildcard opens this machine.',
    tests: ['test/spec/instance/settings.test.ts', ...PATTERN_TESTS],
  },
  {
    id: 'out-16',
    file: 'src-main/outbound/target-url.ts',
    find: "if (target.username !== '' || target.password !== '')",
    replace: "if (target.username !== '')",
    why: 'A password in a URL is dropped in silence.',
    tests: ['test/src-main/outbound/target-url.test.ts'],
  },
  {
    id: 'sec-7',
    file: SECRET_FILE,
    find: "derived(passphrase, Buffer.from(salt, 'hex'))",
    replace: 'derived(passphrase, Buffer.alloc(16))',
    why: 'Every file of one passphrase has the same key, which can be guessed for all at once.',
    tests: SECRET_TESTS,
  },
]
