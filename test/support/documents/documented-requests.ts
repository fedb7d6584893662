import { tmpdir } from 'node:os'
import { OWNER_KEY, type TestAnswer, type TestGateway } from '../gateway/test-gateway.ts'
import { askAfterEnd, leaseOf } from './lease-of.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Real requests to every operation of `/v1/openapi.json` but the tools', by operationId. Each gives the answers that
 * are checked against the document.
 */
export function documentedRequests(gateway: TestGateway): Record<string, () => Promise<TestAnswer[]>> {
  return {
    listTools: async () => [
      await gateway.send('/v1/tools'),
      await gateway.send('/v1/tools?format=openai&limit=1', { key: null }),
      await gateway.send('/v1/tools?format=anthropic'),
      await gateway.send('/v1/tools?format=mcp'),
      await gateway.send('/v1/tools?limit=0'),
      await gateway.send('/v1/tools', { headers: { 'if-none-match': '*' } }),
    ],
    getTool: async () => [
      await gateway.send('/v1/tools/text-diff'),
      await gateway.send('/v1/tools/text-dif'),
      await gateway.send('/v1/tools/text-diff', { key: 'sk-toolgate-wrong' }),
    ],
    getOpenApi: async () => [await gateway.send('/v1/openapi.json')],
    getToolsManifest: async () => [await gateway.send('/.well-known/ai-tools.json')],
    health: async () => [await gateway.send('/v1/health', { key: null })],
    stream: async () => [
      await gateway.send('/v1/stream/text-diff', { body: { before: 'a', after: 'b' } }),
      await gateway.send('/v1/stream/text-diff', { body: { before: 1 } }),
    ],
    streamUsage: async () => {
      const { status, headers, body } = await gateway.open('/v1/stream/usage')
      const reader = body!.getReader()
      const text = new TextDecoder().decode((await reader.read()).value)
      await reader.cancel()
      return [{ status, headers, text, json: null }, await gateway.send('/v1/stream/usage?keys=all')]
    },
    submitJob: async () => {
      const path = '/v1/async/crypto-hash-sha256'
      const headers = { 'idempotency-key': 'a-job' }
      return [
        await gateway.send(path, { body: { text: 'a' }, headers }),
        await gateway.send(path, { body: { text: 'a' }, headers }),
        await gateway.send(path, { body: { text: 1 } }),
      ]
    },
    listJobs: async () => [await gateway.send('/v1/jobs'), await gateway.send('/v1/jobs?limit=0')],
    getJob: async () => {
      const { json } = await gateway.send('/v1/async/text-diff', { body: { before: 'a', after: 'b' } })
      const done = async () => {
        const answer = await gateway.send(json.poll)
        return answer.json.finished_at === null ? null : answer
      }
      return [await waitUntil(done, 'the job finishes'), await gateway.send('/v1/jobs/none')]
    },
    cancelJob: async () => {
      const { json } = await gateway.send('/v1/async/text-diff', { body: { before: 'a', after: 'b' } })
      const cancel = () => gateway.send(json.poll, { method: 'DELETE' })
      return [await cancel(), await gateway.send('/v1/jobs/none', { method: 'DELETE' })]
    },
    batch: async () => {
      const body = {
        calls: [
          { slug: 'crypto-hash-sha256', input: { text: 'a' } },
          { slug: 'none' },
          { slug: 'llm-summarize' },
        ],
        receipt: true,
      }
      const headers = { 'idempotency-key': 'a-batch' }
      return [
        await gateway.send('/v1/batch', { body, headers }),
        await gateway.send('/v1/batch', { body, headers }),
        await gateway.send('/v1/batch', { body: { calls: [{ slug: 'other' }] }, headers }),
        await gateway.send('/v1/batch', { body: { calls: [] } }),
        await gateway.send('/v1/batch', { body: '<xml/>', headers: { 'content-type': 'text/xml' } }),
      ]
    },
    dryRun: async () => [
      await gateway.send('/v1/dry-run/text-diff', { body: { before: 'a', after: 'b' } }),
      await gateway.send('/v1/dry-run/text-diff', { body: { before: 1 } }),
      await gateway.send('/v1/dry-run/none', { body: {} }),
    ],
    signUp: async () => {
      const body = { email: 'ada@example.com', name: 'Ada' }
      return [
        await gateway.send('/v1/auth/signup', { body, key: null }),
        await gateway.send('/v1/auth/signup', { body, key: null }),
      ]
    },
    buyCredits: async () => [
      await gateway.send('/v1/credits/buy', { body: { credits: 10_000 } }),
      await gateway.send('/v1/credits/buy', { body: { amount: 1_000 } }),
      await gateway.send('/v1/credits/buy', { body: { credits: 1 } }),
    ],
    getBalance: async () => [
      await gateway.send('/v1/credits/balance'),
      await gateway.send('/v1/credits/balance', { key: null }),
    ],
    getHistory: async () => [await gateway.send('/v1/credits/history?limit=1')],
    proofMerkle: async () => [
      await gateway.send('/v1/proof/merkle', { body: { data: [1, 2, 3] } }),
      await gateway.send('/v1/proof/merkle', { body: { hashes: [] } }),
    ],
    proofVerify: async () => {
      const { json } = await gateway.send('/v1/proof/merkle', { body: { data: [1, 2, 3] } })
      const { root, leaf_count, proofs } = json
      return [
        await gateway.send('/v1/proof/verify', { body: { root, leaf_count, proof: proofs[2] } }),
        await gateway.send('/v1/proof/verify', { body: { root } }),
      ]
    },
    proofKey: async () => [await gateway.send('/v1/proof/key', { key: null })],
    getPurchases: async () => [
      await gateway.send('/v1/credits/purchases?limit=1'),
      await gateway.send('/v1/credits/purchases?limit=0'),
    ],
    setAutoReload: async () => [
      await gateway.send('/v1/credits/auto-reload', { body: { threshold: 1_000_000, credits: 1_000 } }),
      await gateway.send('/v1/credits/auto-reload', { body: { threshold: 0, credits: 1_000 } }),
      await gateway.send('/v1/credits/auto-reload', { body: { threshold: 0 } }),
    ],
    createTeamKey: async () => [
      await gateway.send('/v1/enterprise/keys', { body: { name: 'CI' }, key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/keys', {
        body: { name: 'CI', slugs: ['text-diff'], tiers: ['compute'], expires_at: '2030-01-01T00:00:00Z' },
        key: OWNER_KEY,
      }),
      await gateway.send('/v1/enterprise/keys', { body: { name: 'CI', slugs: ['none'] }, key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/keys', { body: { name: 'CI' } }),
    ],
    listKeys: async () => [
      await gateway.send('/v1/enterprise/keys?limit=1', { key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/keys?kind=team', { key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/keys?kind=none', { key: OWNER_KEY }),
    ],
    revokeKey: async () => {
      const { json } = await gateway.send('/v1/enterprise/keys', { body: { name: 'CI' }, key: OWNER_KEY })
      const revoke = (id: string) =>
        gateway.send(`/v1/enterprise/keys/${id}`, { method: 'DELETE', key: OWNER_KEY })
      return [await revoke(json.key_id), await revoke('none'), await revoke(gateway.ownerId)]
    },
    giveLease: async () => {
      const ask = (number: number) => gateway.send('/v1/leases', { body: leaseOf(number) })
      const answers = [await ask(1), await ask(1), await ask(3), await ask(0)]
      return [...answers, await askAfterEnd(gateway, '6')]
    },
    takeLeaseEntries: async () => {
      const instance = leaseOf(1, '2').instance
      const entry = { id: 'c1', credits: 2, slug: 'text-diff', request_id: 'r1', engine: 'real' }
      const deliver = () => gateway.send('/v1/leases/entries', { body: { instance, entries: [entry] } })
      const unknown = await deliver()
      await gateway.send('/v1/leases', { body: leaseOf(1, '2') })
      return [unknown, await deliver(), await gateway.send('/v1/leases/entries', { body: { instance } })]
    },
    endLease: async () => {
      const lease = leaseOf(1, '3')
      await gateway.send('/v1/leases', { body: lease })
      const end = (instance: string) => gateway.send(`/v1/leases/${instance}`, { method: 'DELETE' })
      return [await end(lease.instance), await end('none')]
    },
    listLeaseHolders: async () => {
      await gateway.send('/v1/leases', { body: leaseOf(1, '4') })
      return [
        await gateway.send('/v1/enterprise/instances', { key: OWNER_KEY }),
        await gateway.send('/v1/enterprise/instances'),
      ]
    },
    forgetLeaseHolder: async () => {
      const lease = leaseOf(1, '5')
      await gateway.send('/v1/leases', { body: lease })
      const forget = (instance: string) =>
        gateway.send(`/v1/enterprise/instances/${instance}`, { method: 'DELETE', key: OWNER_KEY })
      return [await forget(lease.instance), await forget('none')]
    },
    getAudit: async () => [
      await gateway.send('/v1/enterprise/audit?limit=3', { key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/audit?action=none', { key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/audit'),
    ],
    setRateLimit: async () => {
      const body = { key_id: gateway.keyId, limit: 1_000, window_seconds: 60 }
      return [
        await gateway.send('/v1/enterprise/rate-limits', { body, key: OWNER_KEY }),
        await gateway.send('/v1/enterprise/rate-limits', { body }),
      ]
    },
    uploadFile: async () => [
      await gateway.send('/v1/files?name=a.json', { body: { a: 1 } }),
      await gateway.send('/v1/files?ttl_seconds=1', { body: { a: 1 } }),
    ],
    listFiles: async () => {
      await gateway.send('/v1/files', { body: { a: 1 } })
      return [await gateway.send('/v1/files'), await gateway.send('/v1/files', { key: null })]
    },
    getFile: async () => {
      const { json } = await gateway.send('/v1/files', { body: { a: 1 } })
      return [await gateway.send(`/v1/files/${json.file.id}`), await gateway.send('/v1/files/none')]
    },
    deleteFile: async () => {
      const { json } = await gateway.send('/v1/files', { body: { a: 1 } })
      const remove = () => gateway.send(`/v1/files/${json.file.id}`, { method: 'DELETE' })
      return [await remove(), await remove()]
    },
    setFolders: async () => {
      const body = { key_id: gateway.keyId, folders: [tmpdir()] }
      const send = (more: object, key?: string) =>
        gateway.send('/v1/enterprise/folders', { body: { ...body, ...more }, ...(key ? { key } : {}) })
      return [
        await send({}, OWNER_KEY),
        await send({ folders: ['relative'] }, OWNER_KEY),
        await send({}),
        await send({ folders: [] }, OWNER_KEY),
      ]
    },
    listToolsets: async () => [
      await gateway.send('/v1/enterprise/toolsets', { key: OWNER_KEY }),
      await gateway.send('/v1/enterprise/toolsets'),
    ],
    saveToolset: async () => [
      await saveToolset(gateway, 'text-diff'),
      await saveToolset(gateway, 'none'),
      await gateway.send('/v1/enterprise/toolsets/desk', { method: 'PUT', body: { tools: [] } }),
    ],
    getToolset: async () => {
      await saveToolset(gateway, 'text-diff')
      return [
        await gateway.send('/v1/enterprise/toolsets/desk', { key: OWNER_KEY }),
        await gateway.send('/v1/enterprise/toolsets/none', { key: OWNER_KEY }),
      ]
    },
    removeToolset: async () => {
      await saveToolset(gateway, 'text-diff')
      const remove = () =>
        gateway.send('/v1/enterprise/toolsets/desk', { method: 'DELETE', key: OWNER_KEY })
      return [await remove(), await remove()]
    },
    listApprovals: async () => [
      await gateway.asOwner('/v1/enterprise/approvals'),
      await gateway.send('/v1/enterprise/approvals'),
    ],
    decideApproval: async () => {
      const { key, key_id } = (await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'Held' } }))
        .json
      const approval = { tools: 'all' }
      await gateway.asOwner('/v1/enterprise/key-rules', { body: { key_id, approval } })
      const called = gateway.call('crypto-hash-sha256', { text: 'a' }, { key })
      const listed = await waitUntil(async () => {
        const answer = await gateway.asOwner('/v1/enterprise/approvals')
        return answer.json.approvals.length > 0 ? answer : null
      }, 'the call waits')
      const path = `/v1/enterprise/approvals/${listed.json.approvals[0].approval_id}`
      const decided = await gateway.asOwner(path, { body: { decision: 'approve' } })
      await called
      return [
        decided,
        await gateway.asOwner(path, { body: { decision: 'approve' } }),
        await gateway.asOwner(path, { body: { decision: 'perhaps' } }),
        await gateway.send(path, { body: { decision: 'approve' } }),
      ]
    },
    setKeyRules: async () => {
      const set = (fields: object) =>
        gateway.asOwner('/v1/enterprise/key-rules', { body: { key_id: gateway.keyId, ...fields } })
      return [
        await set({ tool_limits: { 'net-dns-lookup': { per_minute: 5 } } }),
        await set({ tool_limits: null }),
        await set({ paused: true }),
        await set({ paused: null }),
        await set({ tool_limits: { none: { per_day: 1 } } }),
        await gateway.send('/v1/enterprise/key-rules', { body: {} }),
      ]
    },
    setModelBudget: async () => {
      const set = (fields: object, key?: string) =>
        gateway.send('/v1/enterprise/model-budgets', {
          body: { key_id: gateway.keyId, ...fields },
          ...(key === undefined ? {} : { key }),
        })
      return [
        await set({ questions: 5, tokens: null }, OWNER_KEY),
        await set({}, OWNER_KEY),
        await set({ questions: 0 }, OWNER_KEY),
        await set({ questions: 5 }),
      ]
    },
  }
}

async function saveToolset(gateway: TestGateway, slug: string): Promise<TestAnswer> {
  const body = { tools: [{ slug, description: 'Compares two replies.', fixed: { by: 'word' } }] }
  return await gateway.send('/v1/enterprise/toolsets/desk', { method: 'PUT', body, key: OWNER_KEY })
}
