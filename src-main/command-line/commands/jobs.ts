import { defineCommand } from 'citty'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { counted } from '../../../src-shared/counted.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { Refused } from '../client/refused.ts'
import { showAnswer } from '../tool/show-answer.ts'
import { print, printJson, ProgressLine, table } from '../terminal/terminal.ts'
import { fetchTool } from '../tool/tool-info.ts'
import { defineToolCommand } from '../tool/tool-call.ts'

const job = z.looseObject({
  job_id: z.string(),
  slug: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  progress: z.number().optional(),
  credits_used: z.number().nullable().optional(),
  created_at: z.string(),
  envelope: z.unknown().optional(),
  error: z.unknown().optional(),
})
type Job = z.infer<typeof job>
const deletion = z.looseObject({ action: z.string(), credits_used: z.number().nullable().optional() })

const jobId = { type: 'positional', required: true, description: 'The id of the job' } as const
const POLL_MS = 500

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the newest jobs of the key',
  args: { limit: { type: 'string', default: '20', description: 'How many' } },
  run: async (client, { limit, json }) => {
    const answer = await client.get(`/v1/jobs?limit=${encodeURIComponent(limit)}`)
    if (json) return printJson(answer)
    const { jobs } = z.looseObject({ jobs: z.array(job) }).parse(answer)
    print(
      table(
        ['id', 'tool', 'status', 'credits', 'made'],
        jobs.map((j) => [j.job_id, j.slug, j.status, String(j.credits_used ?? '-'), j.created_at]),
      ),
    )
  },
})

const get = defineClientCommand({
  name: 'get',
  description: 'Shows a job and its result',
  args: { id: jobId },
  run: async (client, { id, json }) => show(client, await fetchJob(client, id), json === true),
})

const wait = defineClientCommand({
  name: 'wait',
  description: 'Waits for a job to end and shows its result',
  args: { id: jobId },
  run: async (client, { id, json }) => show(client, await ended(client, id), json === true),
})

const cancel = defineClientCommand({
  name: 'cancel',
  description: 'Cancels a waiting or running job; deletes one that has ended',
  args: { id: jobId },
  run: async (client, { id, json }) => {
    const answer = await client.delete(`/v1/jobs/${encodeURIComponent(id)}`)
    if (json) return printJson(answer)
    const { action, credits_used: credits } = deletion.parse(answer)
    print(action === 'cancelled' ? costOfCancelled(credits) : action)
  },
})

const submit = defineToolCommand({
  name: 'submit',
  description: 'Submits a call as a job: jobs submit SLUG [--field value …]',
  usage: 'toolgate jobs submit SLUG [--field value | --input JSON | -]',
  run: async ({ client, tool, fields, json }) => {
    const answer = await client.post(`/v1/async/${tool.slug}`, fields)
    if (json) printJson(answer)
    else print(z.looseObject({ job_id: z.string() }).parse(answer).job_id)
    return EXIT.done
  },
})

/** `toolgate jobs`: calls that run in the background. */
export const jobs = defineCommand({ subCommands: { list, get, wait, cancel, submit } })

function costOfCancelled(credits: number | null | undefined): string {
  if (credits === undefined || credits === null) return 'cancelled; its cost is not known yet'
  if (credits === 0) return 'cancelled, not charged'
  return `cancelled, charged ${counted(credits, 'credit')}: something had happened outside by then`
}

async function fetchJob(client: GatewayClient, id: string): Promise<Job> {
  return job.parse(await client.get(`/v1/jobs/${encodeURIComponent(id)}`))
}

async function ended(client: GatewayClient, id: string): Promise<Job> {
  const line = new ProgressLine()
  for (;;) {
    const found = await fetchJob(client, id)
    if (found.status !== 'queued' && found.status !== 'running') {
      line.end()
      return found
    }
    line.show(found.progress ?? 0, 100, found.status)
    await pause(POLL_MS)
  }
}

async function show(client: GatewayClient, found: Job, json: boolean): Promise<number> {
  if (json) printJson(found)
  if (found.status === 'failed') {
    if (json) return EXIT.tool
    throw new Refused({ error: found.error }, 500)
  }
  if (found.status === 'completed') {
    if (json) return EXIT.done
    const { main_output: main } = await fetchTool(client, found.slug)
    return showAnswer(found.envelope, main, false)
  }
  if (!json) print(found.status === 'cancelled' ? costOfCancelled(found.credits_used) : found.status)
  return found.status === 'cancelled' ? EXIT.failed : EXIT.done
}
