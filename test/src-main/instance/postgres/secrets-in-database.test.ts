import { describe, expect, it } from 'vitest'
import {
  DatabaseSeal,
  SecretsInDatabase,
} from '../../../../src-main/instance/foundation/secrets-in-database.ts'
import { migratePostgres } from '../../../../src-main/storage/postgres/layout.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema, openPostgres, postgresServer } from '../../../support/postgres/test-postgres.ts'

async function openSecrets() {
  const place = await makeSchema()
  await migratePostgres(place)
  const engine = openPostgres(place)
  const seal = await DatabaseSeal.open(engine, 'a passphrase')
  const sql = async (text: string) =>
    (await postgresServer()).run<{ sealed: string }>(`SET search_path = ${place.schema}; ${text}`)
  return { engine, seal, sql, secrets: new SecretsInDatabase(engine, seal) }
}

describe.skipIf(MISSING_POSTGRES)('secrets in the database', () => {
  it('are read again, replaced and removed, and no row has one in plain text', async () => {
    const { engine, secrets, sql } = await openSecrets()
    expect(await secrets.read('a')).toBeNull()
    await secrets.save('a', 'sk-first')
    await secrets.save('a', 'sk-second')
    const again = new SecretsInDatabase(engine, await DatabaseSeal.open(engine, 'a passphrase'))
    expect(await again.read('a')).toBe('sk-second')
    expect(JSON.stringify(await sql('SELECT sealed FROM secret'))).not.toContain('sk-')
    await again.remove('a')
    expect(await secrets.read('a')).toBeNull()
  })

  it('are of no use under another id, or after a change', async () => {
    const { secrets, sql } = await openSecrets()
    await secrets.save('cheap', 'sk-cheap')
    await secrets.save('dear', 'sk-dear')
    await sql(`UPDATE secret SET sealed = (SELECT sealed FROM secret WHERE id = 'cheap') WHERE id = 'dear'`)
    await expect(secrets.read('dear')).rejects.toThrow('was changed in the database')
  })

  it('are opened by the passphrase of the first gateway alone', async () => {
    const { engine } = await openSecrets()
    await expect(DatabaseSeal.open(engine, 'another')).rejects.toThrow('TOOLGATE_SECRET is another one')
  })
})
