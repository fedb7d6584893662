import { errorResponses } from './error-responses.ts'
import { errorBody, errorObject } from './error-shapes.ts'
import * as account from './account-shapes.ts'
import * as approval from './approval-shapes.ts'
import * as admin from './admin-shapes.ts'
import * as call from './call-shapes.ts'
import * as file from './file-shapes.ts'
import * as lease from './lease-shapes.ts'
import * as proof from './proof-shapes.ts'
import { toOpenApiSchemas } from '../../registry/openapi-dialect.ts'
import { RESPONSE_HEADERS } from './response-headers.ts'
import * as tools from './tool-shapes.ts'
import * as toolset from './toolset-shapes.ts'

/** The schemas that routes and tools refer to by name. */
const SCHEMAS = {
  AgentBlock: call.agentBlock,
  ApprovalAnswer: approval.approvalAnswer,
  ApprovalList: approval.approvalList,
  ApprovalRequest: approval.approvalRequest,
  AuditEntry: admin.auditEntry,
  AuditPage: admin.auditPage,
  AutoReloadAnswer: account.autoReloadAnswer,
  AutoReloadRequest: account.autoReloadRequest,
  Balance: account.balanceAnswer,
  Batch: call.batch,
  BatchRequest: call.batchRequest,
  DeletedFile: file.deletedFile,
  DryRun: call.dryRun,
  EndedLease: lease.endedLease,
  ErrorBody: errorBody,
  ErrorObject: errorObject,
  FileAnswer: file.fileAnswer,
  FileList: file.fileList,
  FileReference: file.fileReference,
  Folders: file.foldersAnswer,
  FoldersRequest: file.foldersRequest,
  Guarantees: call.guarantees,
  Health: account.health,
  History: account.history,
  Key: admin.key,
  KeyList: admin.keyList,
  Lease: lease.lease,
  LeaseEntries: lease.leaseEntries,
  LeaseEntriesRequest: lease.leaseEntriesRequest,
  LeaseHolders: lease.leaseHolders,
  LeaseRequest: lease.leaseRequest,
  MerkleProof: proof.merkleProof,
  MerkleRequest: proof.merkleRequest,
  MerkleTree: proof.merkleTree,
  Meta: call.meta,
  KeyRulesAnswer: account.keyRulesAnswer,
  KeyRulesRequest: account.keyRulesRequest,
  ModelBudgetAnswer: account.modelBudgetAnswer,
  ModelBudgetRequest: account.modelBudgetRequest,
  NeedsKeyData: call.needsKeyData,
  NewKey: admin.newKey,
  ProofVerdict: proof.proofVerdict,
  Purchase: account.purchase,
  PurchaseList: account.purchaseList,
  PurchaseRequest: account.purchaseRequest,
  RateLimit: account.rateLimit,
  RateLimitRequest: account.rateLimitRequest,
  Receipt: proof.receipt,
  RemovedToolset: toolset.removedToolset,
  RevokedKey: admin.revokedKey,
  SignUp: account.signUp,
  SignUpRequest: account.signUpRequest,
  SigningKey: proof.signingKey,
  TeamKeyRequest: admin.teamKeyRequest,
  Tool: tools.tool,
  ToolDetail: tools.toolDetail,
  ToolList: tools.toolList,
  ToolsManifest: tools.toolsManifest,
  ToolsetAnswer: toolset.toolsetAnswer,
  ToolsetList: toolset.toolsetList,
  ToolsetRequest: toolset.toolsetRequest,
  TraceSpan: call.traceSpan,
  UploadedFile: file.uploadedFile,
  VerifyProofRequest: proof.verifyProofRequest,
}

/** The parts that operations share. */
export function toComponents(): object {
  return {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key: Authorization: Bearer <API_KEY>. Get one from POST /v1/auth/signup.',
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'A repeated request with the same key returns the stored answer and costs nothing',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      AgentMode: {
        name: 'X-Agent-Mode',
        in: 'header',
        description: 'true is the same as "mode": "agent" in the body',
        schema: { type: 'boolean' },
      },
    },
    headers: RESPONSE_HEADERS,
    schemas: toOpenApiSchemas(SCHEMAS),
    responses: errorResponses(),
  }
}
