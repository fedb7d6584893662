import { Changes } from '../cluster/changes.ts'
import { UsageNotices } from '../cluster/usage-notices.ts'
import type { PageSessions } from '../gateway/session/page-sessions.ts'
import type { UsageFeed } from '../gateway/usage/usage-feed.ts'
import { SharedJobs, type SharedJobParts } from '../pipeline/jobs/shared-jobs.ts'
import type { Jobs } from '../pipeline/jobs/jobs.ts'
import type { Services } from '../pipeline/services.ts'
import type { Others } from './foundation/foundation.ts'

interface Parts extends Pick<SharedJobParts, 'store'> {
  readonly services: Services
  readonly sessions: PageSessions
  readonly jobs: Jobs
  readonly usage: UsageFeed
}

/** Lets a gateway that answers now follow what the others on its database change, and share their jobs. */
export function shareWith(others: Others, { services, sessions, jobs, store, usage }: Parts): void {
  const { engine, keys, settings, allowedOrigins, providers, recipes, sources, toolsets } = services
  const changes = new Changes(engine, {
    api_key: () => keys.refresh(),
    setting: () => settings.refresh(),
    allowed_origin: () => allowedOrigins.refresh(),
    toolset: () => toolsets.refresh(),
    recipe: () => recipes.refresh(),
    provider: () => providers.book.load(),
    source: () => sources.refresh(),
    page_session: () => sessions.refresh(),
  })
  others.join(
    () => changes.look(),
    (text) => void changes.hear(text),
  )
  const shared = new SharedJobs({ store, jobs, services, gateway: others.self })
  others.join(() => shared.look())
  const notices = new UsageNotices({ feed: usage, send: others.send })
  engine.observe(() => notices.committed())
  others.join(
    () => notices.beat(),
    (text) => notices.hear(text),
  )
}
