import type { Route } from '../route.ts'
import { clearActivity, exportActivity, getActivity, listActivity, listActivityErrors } from './activity.ts'
import { backUpRoute } from './back-up.ts'
import { batchCalls } from './batch-calls.ts'
import { buyCreditsRoute } from './buy-credits.ts'
import { callTool } from './call-tool.ts'
import { cancelJob } from './cancel-job.ts'
import { createTeamKey } from './create-team-key.ts'
import { approvePurchase, declinePurchase, listPendingPurchases } from './decide-purchases.ts'
import { dryRunTool } from './dry-run-tool.ts'
import { getAudit } from './get-audit.ts'
import { getBalance } from './get-balance.ts'
import { getHistory } from './get-history.ts'
import { getJob } from './get-job.ts'
import { addProvider, changeProvider, removeProvider, setProviderOrder } from './change-providers.ts'
import { getOpenApi } from './get-openapi.ts'
import { discoverProvidersRoute, listProviders, testProvider } from './list-providers.ts'
import { getPurchases } from './get-purchases.ts'
import { getTool } from './get-tool.ts'
import { getToolsManifest } from './get-tools-manifest.ts'
import { health } from './health.ts'
import { listJobs } from './list-jobs.ts'
import { listKeys } from './list-keys.ts'
import { listTools } from './list-tools.ts'
import { allowOutbound, listOutbound, removeOutbound } from './outbound-settings.ts'
import { getUsageDays, listKeyUse, verifyLedgerRoute } from './owner-figures.ts'
import { getPageSession, issueSessionCode, openPageSession } from './page-session.ts'
import { deleteMcp, getMcp, postMcp } from './mcp.ts'
import { pageDocuments } from './page-documents.ts'
import { deleteDraft, listDrafts, putDraft } from './page-drafts.ts'
import { metrics } from './metrics.ts'
import { page, pageAssets, pageRootFiles } from './page.ts'
import { proofKey } from './proof-key.ts'
import { proofMerkle } from './proof-merkle.ts'
import { proofVerify } from './proof-verify.ts'
import { recomputeCall } from './recompute-call.ts'
import { revokeKey } from './revoke-key.ts'
import { getSavedRows, putSavedOutcomes, putSavedRows } from './saved-batch-rows.ts'
import {
  changeSavedBatch,
  createSavedBatch,
  deleteSavedBatch,
  getSavedBatch,
  listSavedBatches,
  restoreSavedBatch,
} from './saved-batches.ts'
import { setAutoReload } from './set-auto-reload.ts'
import { setRateLimit } from './set-rate-limit.ts'
import { changeSettings, getSettings } from './settings.ts'
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
  getPurchases,
  setAutoReload,
  setRateLimit,
  proofMerkle,
  proofVerify,
  proofKey,
  createTeamKey,
  listKeys,
  revokeKey,
  getAudit,
  health,
  metrics,
  postMcp,
  getMcp,
  deleteMcp,
  backUpRoute,
  getOpenApi,
  getToolsManifest,
  page,
  pageAssets,
  ...pageRootFiles,
  getPageSession,
  openPageSession,
  issueSessionCode,
  listPendingPurchases,
  approvePurchase,
  declinePurchase,
  listProviders,
  addProvider,
  changeProvider,
  removeProvider,
  setProviderOrder,
  testProvider,
  discoverProvidersRoute,
  listActivity,
  listActivityErrors,
  exportActivity,
  getActivity,
  clearActivity,
  getSettings,
  changeSettings,
  listOutbound,
  allowOutbound,
  removeOutbound,
  getUsageDays,
  listKeyUse,
  verifyLedgerRoute,
  ...pageDocuments,
  listDrafts,
  putDraft,
  deleteDraft,
  listSavedBatches,
  createSavedBatch,
  getSavedBatch,
  changeSavedBatch,
  deleteSavedBatch,
  restoreSavedBatch,
  getSavedRows,
  putSavedRows,
  putSavedOutcomes,
  recomputeCall,
]
