import { resolve } from 'node:path'
import { counted } from '../../../src-shared/counted.ts'
import { copyToFolder } from '../../instance/migration/to-folder.ts'
import { moveToPostgres, type Moved } from '../../instance/migration/to-postgres.ts'
import { OsKeychain } from '../../secrets/os-keychain.ts'
import { readSealedDatabase, type DatabaseArguments } from '../serve/database-options.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, printJson } from '../terminal/terminal.ts'

interface Migration {
  readonly dataDir: string
  /** Copies the other way, into this folder. */
  readonly toFolder: string | undefined
  readonly database: DatabaseArguments
  readonly json: boolean
}

/** Moves an instance into a PostgreSQL, or copies one back, and prints what was compared. @returns the exit code */
export async function migrateInstance(
  { dataDir, toFolder, database: values, json }: Migration,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return await reporting(json, async () => {
    const database = readSealedDatabase(values, env)
    const moved =
      toFolder === undefined
        ? await moveToPostgres({ dataDir, database, keychain: new OsKeychain() })
        : await copyToFolder({ folder: resolve(toFolder), database, now: Date.now() })
    if (json) printJson({ ok: true, ...moved })
    else print([...factsOf(moved), ...nextOf(dataDir, toFolder)].join('\n'))
  })
}

function factsOf({ tables, credits, auditHead, lost, left }: Moved): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const width = Math.max(...tables.map(({ name }) => name.length))
  return [
    ...tables.map(
      ({ name, rows: of, hash }) =>
        `${name.padEnd(width)}  ${String(of).padStart(9)}  ${hash.slice(0, 16)}`,
    ),
    `${counted(rows, 'row')} of ${counted(tables.length, 'table')} were copied and read back: counts and hashes are equal.`,
    `All balances together: ${counted(credits, 'credit')}. The last row of the audit trail: ${auditHead}`,
    ...(lost.length > 0 ? [`These secrets could not be read; enter them again: ${lost.join(', ')}.`] : []),
    ...(left > 0
      ? [`${counted(left, 'receipt')} of other signing keys stay in the database: a folder has one chain.`]
      : []),
  ]
}

function nextOf(dataDir: string, toFolder: string | undefined): string[] {
  return toFolder === undefined
    ? [
        `${dataDir} does not start any more. Start toolgate serve --database-url with TOOLGATE_OWNER_KEY set to the owner ` +
          'key, which is in its owner.key unless you gave one, and with another --data-dir.',
      ]
    : [
        `Start it with toolgate serve --data-dir ${toFolder}, with the same TOOLGATE_SECRET. Nothing was changed in the database.`,
      ]
}
