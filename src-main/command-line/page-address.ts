import { z } from 'zod'
import { reportingFailure, requestAsOwner } from './owner-request.ts'

const answer = z.object({ page_url: z.string() })

/** Asks the running gateway for a one-time address of its page and prints it. @returns the exit code */
export async function printPageAddress(dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await reportingFailure(async () => {
    const issued = answer.parse(await requestAsOwner(dataDir, env, 'POST', '/app/session-code'))
    process.stdout.write(`${issued.page_url}\n`)
  })
}
