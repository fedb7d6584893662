import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

// RFC 9562, 6.6
const NAMESPACES: Readonly<Record<string, string>> = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
  oid: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
  x500: '6ba7b814-9dad-11d1-80b4-00c04fd430c8',
}

export default defineTool({
  slug: 'crypto-uuid',
  title: 'UUID',
  summary: 'Makes UUIDs: random (v4), sortable by time (v7) or derived from a name (v5).',
  searchWords: [
    'guid',
    'unique id',
    'unique identifier',
    'random identifier',
    'primary key',
    'v4',
    'v7',
    'globally unique',
    'id generator',
    'row id',
    'correlation id',
    'unique key',
    'database key',
    'identifier nobody else has',
    'new id',
    'record id',
    'object id',
    'session id',
    'uid',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['id-ulid', 'crypto-nanoid'],
  takes: { namespace: ['uuid'] },
  firstFor: ['uuid'],
  gives: 'uuid',
  mainOutput: 'uuids',

  input: z.strictObject({
    version: z
      .enum(['v4', 'v5', 'v7'])
      .default('v4')
      .describe('v4 is random, v7 starts with the time, v5 is always the same for a name'),
    count: z
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Number of UUIDs; the v7 UUIDs of a call are in ascending order'),
    name: wellFormedText(4_096).optional().describe('For v5: the name that the UUID is derived from'),
    namespace: z.string().max(64).default('dns').describe('For v5: dns, url, oid, x500 or your own UUID'),
  }),
  output: z.strictObject({
    uuids: z.array(z.string().describe('A UUID in lower case')).describe('The UUIDs'),
    version: z.enum(['v4', 'v5', 'v7']).describe('Their version'),
  }),

  // RFC 9562, A.4; the second with Python's uuid.uuid5.
  examples: [
    {
      title: 'The UUID of a host name',
      input: { version: 'v5', name: 'www.example.com' },
      output: { uuids: ['2ed6657d-e927-568b-95e1-2665a8aea6a2'], version: 'v5' },
    },
    {
      title: 'The UUID of a URL',
      input: { version: 'v5', namespace: 'url', name: 'https://example.com/' },
      output: { uuids: ['dd2c1780-811a-5296-81c5-178a0ef488bc'], version: 'v5' },
    },
    { title: 'A random UUID', input: {} },
    { title: 'Three that sort by time', input: { version: 'v7', count: 3 } },
  ],

  handler: async ({ version, count, name, namespace }, ctx) => {
    const { v4, v5, v7 } = await import('uuid')
    if (version === 'v5') return { uuids: [v5(nameOf(name, count), namespaceOf(namespace))], version }
    const msecs = ctx.now().getTime()
    // RFC 9562, 6.2, method 1: a counter after the time, from a random start that leaves room to
    // count up.
    const first = Buffer.from(ctx.random(4)).readUInt32BE() >>> 1
    const uuids = Array.from({ length: count }, (_, index) =>
      version === 'v4'
        ? v4({ random: ctx.random(16) })
        : v7({ random: ctx.random(16), msecs, seq: first + index }),
    )
    return { uuids, version }
  },
})

function nameOf(name: string | undefined, count: number): string {
  if (name === undefined) throw new InvalidInput('name', 'A v5 UUID is derived from a name; send `name`')
  if (count > 1) throw new InvalidInput('count', 'A name has only one v5 UUID; leave `count` out')
  return name
}

function namespaceOf(namespace: string): string {
  const name = namespace.toLowerCase()
  const known = Object.hasOwn(NAMESPACES, name) ? NAMESPACES[name] : undefined
  if (known !== undefined) return known
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(namespace)) return namespace
  throw new InvalidInput('namespace', 'Send dns, url, oid, x500 or a UUID as the namespace')
}
