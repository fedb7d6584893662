import { followedBy } from '../../storage/engine/work.ts'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSizes, ServerFacts, Settings } from '../../../src-shared/settings.ts'
import { ACTIVITY_FILE } from '../../activity/open-activity.ts'
import { DATABASE_FILE } from '../../storage/open-database.ts'
import { settingsSchema } from '../../storage/settings-store.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const fields = settingsSchema
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, 'Send at least one setting')

/** GET /app/settings: the owner's settings and facts about the gateway. */
export const getSettings = defineRoute({
  method: 'GET',
  path: '/app/settings',
  access: 'admin',
  handle: (request) => answer(request),
})

/** PATCH /app/settings: changes the sent settings, with immediate effect. */
export const changeSettings = defineRoute({
  method: 'PATCH',
  path: '/app/settings',
  access: 'admin',
  handle: async (request) => {
    const sent = await readBody(request.event, fields)
    // No field is undefined: JSON has no such value.
    const change = sent as Partial<Settings>
    const { settings, engine, audit } = request.context.services
    const event = toAuditEvent(request, { action: 'settings.changed', detail: { ...change } })
    await engine.write('settings', () => followedBy(settings.write(change), () => audit.write(event)))
    settings.apply(change)
    return await answer(request)
  },
})

async function answer({ context }: KeyedRequest): Promise<Reply> {
  const { settings } = context.services
  const body = {
    ok: true,
    settings: settings.get(),
    sign_up: { open: context.signUpOpen, allowed: context.signUpAllowed },
    server: serverFactsOf(context),
    data: context.dataDir === null ? null : await sizesOf(context.dataDir, context),
  }
  return jsonReply(200, body)
}

function serverFactsOf(context: GatewayContext): ServerFacts {
  const baseUrl = context.baseUrl()
  const { hostname, port } = new URL(baseUrl)
  return {
    version: context.version,
    base_url: `${baseUrl}/v1`,
    hostname,
    port: Number(port),
    shared: !context.signUpAllowed,
    data_dir: context.dataDir,
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    tools: context.services.registry.tools.length,
  }
}

async function sizesOf(dataDir: string, { services }: GatewayContext): Promise<DataSizes> {
  const { bytes, limit } = await services.engine.read(() => services.stored.state())
  const backups = filesIn(join(dataDir, 'backups'))
  return {
    database: withLog(join(dataDir, DATABASE_FILE)),
    activity: withLog(join(dataDir, ACTIVITY_FILE)),
    backups: backups.reduce((sum, file) => sum + bytesOf(file), 0),
    backup_count: backups.length,
    stored: bytes,
    stored_limit: limit,
  }
}

function withLog(file: string): number {
  return bytesOf(file) + bytesOf(`${file}-wal`)
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function filesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder).map((name) => join(folder, name))
}
