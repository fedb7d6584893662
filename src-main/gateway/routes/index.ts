import type { Route } from '../route.ts'
import { backUpRoute } from './back-up.ts'
import { batchCalls } from './batch-calls.ts'
import { buyCreditsRoute } from './buy-credits.ts'
import { callTool } from './call-tool.ts'
import { removeToolset, saveToolset } from './change-toolsets.ts'
import { cancelJob } from './cancel-job.ts'
import { createTeamKey } from './create-team-key.ts'
import { deleteFile } from './delete-file.ts'
import { dryRunTool } from './dry-run-tool.ts'
import { getAudit } from './get-audit.ts'
import { getBalance } from './get-balance.ts'
import { getFile } from './get-file.ts'
import { getHistory } from './get-history.ts'
import { getJob } from './get-job.ts'
import { getOpenApi } from './get-openapi.ts'
import { getPurchases } from './get-purchases.ts'
import { getTool } from './get-tool.ts'
import { getToolsManifest } from './get-tools-manifest.ts'
import { health } from './health.ts'
import { forgetLeaseHolder, listLeaseHolders } from './lease-holders.ts'
import { endLease, giveLease, takeLeaseEntries } from './leases.ts'
import { listFiles } from './list-files.ts'
import { listJobs } from './list-jobs.ts'
import { listKeys } from './list-keys.ts'
import { listTools } from './list-tools.ts'
import { deleteMcp, getMcp, postMcp } from './mcp.ts'
import { metrics } from './metrics.ts'
import { PAGE_ROUTES } from './page-routes.ts'
import { proofKey } from './proof-key.ts'
import { proofMerkle } from './proof-merkle.ts'
import { proofVerify } from './proof-verify.ts'
import { revokeKey } from './revoke-key.ts'
import { setAutoReload } from './set-auto-reload.ts'
import { setFolders } from './set-folders.ts'
import { decideApproval, listApprovals } from './approvals.ts'
import { setKeyRules } from './set-key-rules.ts'
import { setModelBudget } from './set-model-budget.ts'
import { setRateLimit } from './set-rate-limit.ts'
import { signUpRoute } from './sign-up.ts'
import { streamTool } from './stream-tool.ts'
import { streamUsage } from './stream-usage.ts'
import { submitJob } from './submit-job.ts'
import { getToolset, listToolsets } from './toolsets.ts'
import { uploadFile } from './upload-file.ts'

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
  uploadFile,
  listFiles,
  getFile,
  deleteFile,
  signUpRoute,
  buyCreditsRoute,
  getBalance,
  getHistory,
  getPurchases,
  setAutoReload,
  setRateLimit,
  setModelBudget,
  setKeyRules,
  listApprovals,
  decideApproval,
  setFolders,
  listToolsets,
  getToolset,
  saveToolset,
  removeToolset,
  proofMerkle,
  proofVerify,
  proofKey,
  createTeamKey,
  listKeys,
  revokeKey,
  giveLease,
  takeLeaseEntries,
  endLease,
  listLeaseHolders,
  forgetLeaseHolder,
  getAudit,
  health,
  metrics,
  postMcp,
  getMcp,
  deleteMcp,
  backUpRoute,
  getOpenApi,
  getToolsManifest,
  ...PAGE_ROUTES,
]
