/** A request that nobody should send, and what must not come of it. */
export interface HostileRequest {
  readonly kind: string
  readonly bytes: Buffer
  /** A request whose body is not JSON or whose key is invalid: it must be refused. */
  readonly mustFail?: 'broken JSON' | 'bad key'
}

/** Numbers that look random and are the same in every run of a seed (mulberry32). */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const ROUTES = [
  ...[
    '/v1/batch',
    '/v1/stream/{slug}',
    '/v1/async/{slug}',
    '/v1/dry-run/{slug}',
    '/v1/credits/buy',
    '/mcp',
  ],
  ...['/v1/credits/auto-reload', '/v1/auth/signup', '/v1/proof/merkle', '/v1/proof/verify', '/v1/{slug}'],
  ...['/v1/enterprise/keys', '/v1/enterprise/rate-limits', '/v1/{slug}', '/v1/{slug}', '/v1/{slug}'],
]
const READS = [
  ...['/', '/v1/tools', '/v1/tools/{slug}', '/v1/health', '/v1/openapi.json', '/.well-known/ai-tools.json'],
  ...['/v1/credits/balance', '/v1/credits/history', '/v1/jobs', '/v1/jobs/{slug}', '/v1/enterprise/audit'],
  ...['/metrics', '/app/settings', '/mcp', '/v1/nothing'],
]
const BROKEN = [
  ...[
    '{',
    '[',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '{"a" 1}',
    '[1,]',
    'nul',
    'NaN',
    '01',
    '"\u0001"',
    '{"a":1}}',
  ],
  ...['\ufeff{}', '{"a":\u00a01}', '"\\x"', '1e', '--1', '"abc', '{"a":1 "b":2}', '\u0000', '// a\n{}'],
]
const KEYS = [
  ...['', 'Bearer', 'Bearer ', 'Bearer x', 'bearer', 'Basic YTpi', 'Bearer sk-toolgate-', 'Bearer null'],
  ...['Bearer undefined', 'Bearer sk-toolgate-00000000', `Bearer sk-toolgate-${'0'.repeat(48)}`, 'Token a'],
  ...[
    `Bearer sk-toolgate-${'f'.repeat(4_000)}`,
    "Bearer ' OR 1=1 --",
    'Bearer ../../owner.key',
    'Digest a',
  ],
  ...[
    'Bearer sk-toolgate-%00',
    'Bearer\tsk-toolgate-a',
    'Bearer sk-stripe-1',
    'Bearer {"$gt":""}',
    'a b c',
  ],
  `Bearer sk-toolgate-${'g'.repeat(48)}`,
]
const HEADERS = [
  ...['Host: evil.example', 'Host: 127.0.0.1', 'Origin: https://evil.example', 'Origin: null', 'Expect: x'],
  ...['Content-Type: text/plain', 'Content-Encoding: gzip', 'Transfer-Encoding: gzip, chunked', 'Range: a'],
  ...['Content-Length: -1', 'Content-Length: 5, 6', 'Upgrade: websocket\r\nConnection: Upgrade', 'Te: a'],
  ...['X-Request-Id: ../../etc', 'Idempotency-Key: \x01', 'Sec-Fetch-Site: cross-site', 'Bad Header: a'],
  ...[`X-Long: ${'a'.repeat(20_000)}`, 'Cookie: toolgate_4777=x', 'X-Http-Method-Override: DELETE', ': a'],
  ...['If-None-Match: *', 'Accept-Encoding: br;q=x', 'Idempotency-Key: same', 'Last-Event-ID: -9e99'],
]
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -0,
    -1,
    1e308,
    5e-324,
    2 ** 53,
    '',
    ' ',
    'a',
    '\u0000',
    '\ud800',
    '😀',
    '../../x',
    '%00',
  ],
  ...[[], {}, [[]], [null], { toString: 1 }, { length: 1e9 }, { then: 1 }, 'x'.repeat(5_000), '(a+)+$'],
  ...[
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'javascript:1',
    '{{a}}',
    '${7*7}',
    "'; DROP TABLE keys; --",
  ],
  ...[
    '2026-13-45',
    '1e999',
    '-',
    Array(300).fill(0),
    Array(50).fill({ a: [1] }),
    'data:;base64,AAAA',
    '<a b="',
  ],
]

/** What a seed's requests are made with. */
export interface HostileParts {
  readonly port: number
  readonly key: string
  /** Each tool's slug and the names of its fields. */
  readonly tools: readonly { readonly slug: string; readonly fields: readonly string[] }[]
}

/** The next request of a seed. */
export function hostileRequest(random: Random, parts: HostileParts): HostileRequest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const tool = pick(parts.tools)
  const at = (path: string) => path.replace('{slug}', tool.slug)
  const make = (kind: string, request: Partial<Head>, mustFail?: HostileRequest['mustFail']) => ({
    kind,
    bytes: toBytes({ target: at('/v1/{slug}'), ...request }, parts),
    ...(mustFail ? { mustFail } : {}),
  })
  const json = () => JSON.stringify(valueOf(random, tool.fields))
  switch (Math.floor(random() * 9)) {
    case 0:
      return make('broken JSON', { target: at(pick(ROUTES)), body: pick(BROKEN) }, 'broken JSON')
    case 1:
      return make('bad key', { authorization: pick(KEYS), body: '{}' }, 'bad key')
    case 2:
      return make('odd header', {
        target: at(pick([...ROUTES, ...READS])),
        more: [pick(HEADERS)],
        body: json(),
      })
    case 3:
      return make('odd target', { method: pick(METHODS), target: oddTarget(random, at(pick(READS))) })
    case 4:
      return make('other method', {
        method: pick(METHODS),
        target: at(pick([...ROUTES, ...READS])),
        body: json(),
      })
    case 5:
      return make('odd bytes', { body: String.fromCharCode(...bytesOf(random)) })
    case 6:
      return make(
        'deep',
        { body: `${pick(['[', '{"a":'])}`.repeat(pick([100, 1_100, 90_000])) },
        'broken JSON',
      )
    case 7:
      return make('odd fields of a route', { target: at(pick(ROUTES)), body: json() })
    default:
      return make('odd fields of a tool', { body: json() })
  }
}

interface Head {
  readonly method: string
  readonly target: string
  readonly authorization: string
  readonly more: readonly string[]
  readonly body: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH']

function toBytes(head: Partial<Head>, { port, key }: HostileParts): Buffer {
  const { method = 'POST', target = '/', authorization = `Bearer ${key}`, more = [], body = '' } = head
  const bytes = Buffer.from(body, /[^\0-\xff]/.test(body) ? 'utf8' : 'latin1')
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(more.some((line) => line.startsWith('Host:')) ? [] : [`Host: 127.0.0.1:${port}`]),
    ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
    ...(more.some((line) => line.startsWith('Content-Type:')) ? [] : ['Content-Type: application/json']),
    ...(more.some((line) => line.startsWith('Content-Length:')) ? [] : [`Content-Length: ${bytes.length}`]),
    ...more,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

function valueOf(random: Random, fields: readonly string[], depth = 0): unknown {
  if (depth > 2 || random() < 0.2) return VALUES[Math.floor(random() * VALUES.length)]
  const names = [
    ...fields,
    'input',
    'mode',
    'trace',
    'session_id',
    '__proto__',
    'constructor',
    'calls',
    'hashes',
  ]
  const object: Record<string, unknown> = {}
  for (const name of names) {
    if (random() > 0.6) continue
    const value = { value: valueOf(random, [], depth + 1), enumerable: true, configurable: true }
    Object.defineProperty(object, name, value)
  }
  return object
}

function oddTarget(random: Random, path: string): string {
  const odd = [
    '%',
    '%00',
    '/../../etc/passwd',
    '%2e%2e%2f',
    '?limit=-1',
    '?cursor=%ff',
    '//evil.example/',
    '\\',
    '#a',
  ]
  const more = [
    ...odd,
    '?q=' + 'a'.repeat(9_000),
    '?limit=1e9',
    '%c0%af',
    ';a=b',
    '?__proto__[a]=1',
    '\x7f',
  ]
  return path + more[Math.floor(random() * more.length)]!
}

function bytesOf(random: Random): number[] {
  return Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256))
}
