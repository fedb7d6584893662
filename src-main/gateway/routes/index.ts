import type { Route } from '../route.ts'
import { batchCalls } from './batch-calls.ts'
import { buyCreditsRoute } from './buy-credits.ts'
import { callTool } from './call-tool.ts'
import { cancelJob } from './cancel-job.ts'
import { dryRunTool } from './dry-run-tool.ts'
import { getBalance } from './get-balance.ts'
import { getHistory } from './get-history.ts'
import { getJob } from './get-job.ts'
import { getTool } from './get-tool.ts'
import { health } from './health.ts'
import { listJobs } from './list-jobs.ts'
import { listTools } from './list-tools.ts'
import { page, pageAssets, pageRootFiles } from './page.ts'
import { getPageSession, issueSessionCode, openPageSession } from './page-session.ts'
import { setRateLimit } from './set-rate-limit.ts'
import { signUpRoute } from './sign-up.ts'
import { streamTool } from './stream-tool.ts'
import { streamUsage } from './stream-usage.ts'
import { submitJob } from './submit-job.ts'

/** Every route of the gateway. The router prefers a fixed path to one with a parameter, whatever the order. */
export const ROUTES: readonly Route[] = [
  listTools,
  getTool,
  callTool,
  streamTool,
  streamUsage,
  batchCalls,
  dryRunTool,
  submitJob,
  listJobs,
  getJob,
  cancelJob,
  signUpRoute,
  buyCreditsRoute,
  getBalance,
  getHistory,
  setRateLimit,
  health,
  page,
  pageAssets,
  ...pageRootFiles,
  getPageSession,
  openPageSession,
  issueSessionCode,
]
