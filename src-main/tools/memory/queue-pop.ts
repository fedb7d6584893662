import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField } from '../lib/memory-fields.ts'

const LEASE_BYTES = 16

const message = z.strictObject({
  id: z.int().min(1).describe('Its number'),
  value: z.unknown().describe('The message'),
  pushed_at: z.iso.datetime().describe('When it was pushed'),
  attempts: z.int().min(1).describe('How often it was taken, including this time'),
  leased_until: z.iso
    .datetime()
    .nullable()
    .describe('When it returns to the queue unless it is acknowledged; null if it has been removed'),
})

export default defineTool({
  slug: 'queue-pop',
  title: 'Take from a queue',
  summary:
    "Takes the oldest message of one of the caller's own queues on a lease, and acknowledges earlier ones.",
  searchWords: [
    'next job',
    'dequeue',
    'worker',
    'consume',
    'fetch a task',
    'receive message',
    'pull work',
    'task queue',
    'get work',
    'fifo',
    'oldest job',
    'acknowledge',
    'process jobs',
    'message broker',
    'oldest task',
    'next item',
    'read a message',
    'take a job',
    'next task',
    'process work',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  sideEffects: true,
  related: ['queue-push'],
  mainField: 'queue',
  gives: 'json',
  mainOutput: 'message',

  input: z.strictObject({
    queue: keyField().describe('The name of the queue'),
    lease_seconds: z
      .int()
      .min(0)
      .max(12 * 3600)
      .default(60)
      .describe('Seconds during which nobody else gets the message; 0 removes it at once'),
    ack: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'Send the lease of an earlier answer')
      .optional()
      .describe('The lease of a message that is done; this removes the message'),
    take: z.boolean().default(true).describe('Whether to take a message; false only acknowledges'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('Whether a message was taken'),
    message: message.nullable().describe('The message; null if none was taken'),
    lease: z.string().nullable().describe('Send it as ack when the message is done; null if there is none'),
    acknowledged: z
      .boolean()
      .nullable()
      .describe(
        'Whether ack removed a message; false if its lease ended and somebody else took it; null ' +
          'without ack',
      ),
    ready: z.int().min(0).describe('Messages of the queue that can be taken now'),
    hidden: z.int().min(0).describe('Messages that are leased or delayed'),
  }),

  examples: [
    {
      title: 'An empty queue',
      input: { queue: 'work' },
      output: { found: false, message: null, lease: null, acknowledged: null, ready: 0, hidden: 0 },
    },
    { title: 'For five minutes', input: { queue: 'work', lease_seconds: 300 } },
    {
      title: 'An unknown lease acknowledges nothing',
      input: { queue: 'work', ack: '00000000000000000000000000000000', take: false },
      output: { found: false, message: null, lease: null, acknowledged: false, ready: 0, hidden: 0 },
    },
  ],

  handler: async ({ queue, lease_seconds, ack, take }, ctx) => {
    const { queues } = ctx.memory
    const acknowledged = ack === undefined ? null : await queues.acknowledge(queue, ack)
    const lease = Buffer.from(ctx.random(LEASE_BYTES)).toString('hex')
    const taken = take ? await queues.pop({ queue, lease, leaseSeconds: lease_seconds }) : null
    return {
      found: taken !== null,
      message: taken,
      lease: taken?.leased_until ? lease : null,
      acknowledged,
      ...(await queues.size(queue)),
    }
  },
})
