import type { Route } from '../route.ts'
import { batchCalls } from './batch-calls.ts'
import { buyCreditsRoute } from './buy-credits.ts'
import { callTool } from './call-tool.ts'
import { createTeamKey } from './create-team-key.ts'
import { dryRunTool } from './dry-run-tool.ts'
import { getAudit } from './get-audit.ts'
import { getBalance } from './get-balance.ts'
import { getHistory } from './get-history.ts'
import { getOpenApi } from './get-openapi.ts'
import { getTool } from './get-tool.ts'
import { getToolsManifest } from './get-tools-manifest.ts'
import { health } from './health.ts'
import { listKeys } from './list-keys.ts'
import { listTools } from './list-tools.ts'
import { page, pageAssets, pageRootFiles } from './page.ts'
import { getPageSession, issueSessionCode, openPageSession } from './page-session.ts'
import { revokeKey } from './revoke-key.ts'
import { setRateLimit } from './set-rate-limit.ts'
import { signUpRoute } from './sign-up.ts'
import { streamTool } from './stream-tool.ts'

/** Every route of the gateway. The router prefers a fixed path to one with a parameter, whatever the order. */
export const ROUTES: readonly Route[] = [
  listTools,
  getTool,
  callTool,
  streamTool,
  batchCalls,
  dryRunTool,
  signUpRoute,
  buyCreditsRoute,
  getBalance,
  getHistory,
  setRateLimit,
  createTeamKey,
  listKeys,
  revokeKey,
  getAudit,
  health,
  getOpenApi,
  getToolsManifest,
  page,
  pageAssets,
  ...pageRootFiles,
  getPageSession,
  openPageSession,
  issueSessionCode,
]
