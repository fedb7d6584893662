import type { Route } from '../route.ts'
import { ACTIVITY_ROUTES } from './activity.ts'
import { exportAll } from './export-all.ts'
import { adoptKey, confirmKeys } from './confirm-keys.ts'
import { addProvider, changeProvider, removeProvider, setProviderOrder } from './change-providers.ts'
import { approvePurchase, declinePurchase, listPendingPurchases } from './decide-purchases.ts'
import { exportLedger } from './export-ledger.ts'
import { connectHub, contactHub, disconnectHub, getHub } from './hub.ts'
import { discoverProvidersRoute, listProviders, testProvider } from './list-providers.ts'
import { allowOutbound, listOutbound, removeOutbound } from './outbound-settings.ts'
import { getUsageDays, getUsageHours, listKeyUse, verifyLedgerRoute } from './owner-figures.ts'
import { listSearchWords } from './list-search-words.ts'
import { listShares } from './list-shares.ts'
import { pageDocuments } from './page-documents.ts'
import { deleteDraft, listDrafts, putDraft } from './page-drafts.ts'
import { listPageMemory, readPageMemory, searchPageMemory } from './page-memory.ts'
import { getPageSession, issueSessionCode, openPageSession } from './page-session.ts'
import { MANUAL_ROUTES } from './manual.ts'
import { page, pageAssets, pageRootFiles } from './page.ts'
import { recomputeCall } from './recompute-call.ts'
import { getSavedRows, putSavedOutcomes, putSavedRows } from './saved-batch-rows.ts'
import {
  changeSavedBatch,
  createSavedBatch,
  deleteSavedBatch,
  getSavedBatch,
  listSavedBatches,
  restoreSavedBatch,
} from './saved-batches.ts'
import { getRuntimeProof } from './runtime-proof.ts'
import { RECIPE_ROUTES } from './recipes.ts'
import { SOURCE_ROUTES } from './source-routes.ts'
import { changeSettings, getSettings } from './settings.ts'
import { addToolToKey, raiseCreditLimit } from './widen-keys.ts'

/** The page's own files and routes: open only to the owner's session, and not part of `/v1`. */
export const PAGE_ROUTES: readonly Route[] = [
  page,
  pageAssets,
  ...pageRootFiles,
  ...MANUAL_ROUTES,
  getPageSession,
  openPageSession,
  issueSessionCode,
  getRuntimeProof,
  confirmKeys,
  adoptKey,
  raiseCreditLimit,
  addToolToKey,
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
  ...SOURCE_ROUTES,
  ...RECIPE_ROUTES,
  getHub,
  connectHub,
  disconnectHub,
  contactHub,
  listSearchWords,
  listShares,
  ...ACTIVITY_ROUTES,
  getSettings,
  changeSettings,
  listOutbound,
  allowOutbound,
  removeOutbound,
  getUsageDays,
  getUsageHours,
  listKeyUse,
  verifyLedgerRoute,
  exportLedger,
  exportAll,
  ...pageDocuments,
  listPageMemory,
  searchPageMemory,
  readPageMemory,
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
