import { expect, it } from 'vitest'
import { MISSING_POSTGRES } from './postgres/missing-postgres.ts'
import { postgresServer } from './postgres/test-postgres.ts'

it.skipIf(MISSING_POSTGRES !== null)(
  MISSING_POSTGRES ?? 'PostgreSQL starts from its package, also as root and without a network',
  async () => {
    const server = await postgresServer()
    const [row] = await server.run<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    expect(row?.version).toBeGreaterThanOrEqual(140_000)
  },
)
