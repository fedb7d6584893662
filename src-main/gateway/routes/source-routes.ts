import type { Route } from '../route.ts'
import { addSource, removeSource } from './add-source.ts'
import { readSourceDocument, renewSourceDocument } from './source-documents.ts'
import { approveSource, changeSource, changeSourceTools, lookAtSource } from './change-sources.ts'
import { finishSignIn, signInSource, signOutSource } from './sign-in.ts'
import { changeSourceKeys, listSourceKeys } from './source-keys.ts'
import { giveSourceSecrets } from './source-secrets.ts'
import { startSource, stopSource } from './start-source.ts'
import { bringInSource, leaveFoundSources, listFoundSources } from './found-sources.ts'
import { getSource, getSourceChanges, listSources, previewAgain, previewSource } from './sources.ts'

/** What the page and the command line ask and change of sources. */
export const SOURCE_ROUTES: readonly Route[] = [
  listSources,
  signInSource,
  signOutSource,
  finishSignIn,
  listFoundSources,
  bringInSource,
  leaveFoundSources,
  getSource,
  getSourceChanges,
  previewSource,
  previewAgain,
  addSource,
  removeSource,
  readSourceDocument,
  renewSourceDocument,
  lookAtSource,
  startSource,
  stopSource,
  changeSource,
  changeSourceTools,
  giveSourceSecrets,
  listSourceKeys,
  changeSourceKeys,
  approveSource,
]
