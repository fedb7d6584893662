import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { checkStorable, keyField, ttlField, valueField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'queue-push',
  title: 'Put into a queue',
  summary: "Puts a JSON message at the end of one of the caller's own queues, at once or after a delay.",
  searchWords: [
    'enqueue',
    'add a job',
    'add work',
    'background task',
    'publish',
    'task queue',
    'send message',
    'delayed job',
    'schedule work',
    'fifo',
    'produce',
    'message broker',
    'hand over work',
    'send a message to a queue',
    'new task',
    'work for later',
    'line up',
    'plan a task',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  sideEffects: true,
  related: ['queue-pop'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    queue: keyField().describe('The name of the queue; it is created on first use'),
    value: valueField().describe('The message, any JSON value up to 1 MiB'),
    delay_seconds: z
      .int()
      .min(0)
      .max(30 * 24 * 3600)
      .default(0)
      .describe('Seconds before it can be taken'),
    ttl_seconds: ttlField()
      .optional()
      .describe('Seconds until it expires, taken or not; without it, it is kept'),
  }),
  output: z.strictObject({
    queue: z.string().describe('The name of the queue'),
    id: z.int().min(1).describe('The number of the message; numbers increase'),
    ready: z.int().min(0).describe('Messages of the queue that can be taken now'),
    hidden: z.int().min(0).describe('Messages that are leased or delayed'),
  }),

  examples: [
    {
      title: 'The first message',
      input: { queue: 'work', value: { url: 'https://example.com/' } },
      output: { queue: 'work', id: 1, ready: 1, hidden: 0 },
    },
    { title: 'In ten minutes', input: { queue: 'mail', value: 'Remind Ann', delay_seconds: 600 } },
    { title: 'For an hour', input: { queue: 'offers', value: 42, ttl_seconds: 3600 } },
  ],

  handler: async ({ queue, value, delay_seconds, ttl_seconds }, ctx) => {
    checkStorable(value)
    const { id } = await ctx.memory.queues.push({
      queue,
      value,
      delaySeconds: delay_seconds,
      ttlSeconds: ttl_seconds,
    })
    return { queue, id, ...(await ctx.memory.queues.size(queue)) }
  },
})
