import { defineCommand } from 'citty'
import { DATA_DIR_ARG, dataDirOf } from '../client/data-dir.ts'
import { JSON_ARG } from '../terminal/terminal.ts'

const ledgerVerify = defineCommand({
  meta: {
    name: 'verify',
    description:
      'Checks that every balance is the sum of its entries, the chains of receipts and of the audit trail, and ' +
      'that nothing was changed since the signed head; exit code 0 or 1',
  },
  args: {
    'data-dir': DATA_DIR_ARG,
    json: JSON_ARG,
    head: {
      type: 'string',
      description: 'A head that toolgate ledger head printed and that was kept elsewhere',
    },
    'database-url': {
      type: 'string',
      description: 'Check a PostgreSQL instead, also while calls go on (TOOLGATE_DATABASE_URL)',
      valueHint: 'URL',
    },
    'database-schema': { type: 'string', description: 'Its schema (toolgate)', valueHint: 'NAME' },
  },
  run: async ({ args }) => {
    if (args['data-dir'] === undefined) {
      const { verifyDatabase } = await import('../instance/database-verify.ts')
      const code = await verifyDatabase(args, process.env)
      if (code !== null) return void (process.exitCode = code)
    }
    const { verifyLedgerOf } = await import('../instance/ledger-verify.ts')
    const options = { json: args.json === true, headFile: args.head }
    process.exitCode = await verifyLedgerOf(dataDirOf(args['data-dir'], process.env), options)
  },
})

const ledgerHead = defineCommand({
  meta: {
    name: 'head',
    description: 'Prints the signed head of ledger, audit trail, receipts and keys, to be kept elsewhere',
  },
  args: { 'data-dir': DATA_DIR_ARG },
  run: async ({ args }) => {
    const { printHeadOf } = await import('../instance/ledger-verify.ts')
    process.exitCode = await printHeadOf(dataDirOf(args['data-dir'], process.env))
  },
})

/** `toolgate backup`: copies the instance into one file. */
export const backup = defineCommand({
  args: {
    file: { type: 'positional', description: 'A file that does not exist yet', required: true },
    'data-dir': DATA_DIR_ARG,
  },
  run: async ({ args }) => {
    const { backUpTo } = await import('../instance/backup.ts')
    process.exitCode = await backUpTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

/** `toolgate restore`: restores an instance from such a file. */
export const restore = defineCommand({
  args: {
    file: { type: 'positional', description: 'A file that toolgate backup wrote', required: true },
    'data-dir': DATA_DIR_ARG,
  },
  run: async ({ args }) => {
    const { restoreFrom } = await import('../instance/backup.ts')
    process.exitCode = await restoreFrom(args.file, dataDirOf(args['data-dir'], process.env))
  },
})

/** `toolgate export`: writes the instance as lines of JSON. */
export const exportAll = defineCommand({
  args: {
    file: {
      type: 'positional',
      description: 'A file that does not exist yet, or - for stdout',
      required: true,
    },
    'data-dir': DATA_DIR_ARG,
  },
  run: async ({ args }) => {
    const { exportTo } = await import('../instance/export.ts')
    process.exitCode = await exportTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

/** `toolgate migrate`: moves the data of an instance into a PostgreSQL, or copies it back into a folder. */
export const migrate = defineCommand({
  args: {
    'data-dir': DATA_DIR_ARG,
    'to-sqlite': {
      type: 'string',
      description: 'Copy the other way: an empty folder, which becomes an instance of its own',
      valueHint: 'FOLDER',
    },
    'database-url': {
      type: 'string',
      description: 'The address of the database (TOOLGATE_DATABASE_URL)',
      valueHint: 'URL',
    },
    'database-schema': { type: 'string', description: 'An empty schema (toolgate)', valueHint: 'NAME' },
    'instance-name': {
      type: 'string',
      description: 'The gateway that signs with the key of the folder (the name of this machine)',
      valueHint: 'NAME',
    },
    json: JSON_ARG,
  },
  run: async ({ args }) => {
    const { migrateInstance } = await import('../instance/migrate-instance.ts')
    process.exitCode = await migrateInstance(
      {
        dataDir: dataDirOf(args['data-dir'], process.env),
        toFolder: args['to-sqlite'],
        database: args,
        json: args.json === true,
      },
      process.env,
    )
  },
})

/** `toolgate ledger`: checks the instance's ledger, and prints its signed head. */
export const ledger = defineCommand({ subCommands: { verify: ledgerVerify, head: ledgerHead } })
