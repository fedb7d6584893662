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
  },
  run: async ({ args }) => {
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

/** `toolgate ledger`: checks the instance's ledger, and prints its signed head. */
export const ledger = defineCommand({ subCommands: { verify: ledgerVerify, head: ledgerHead } })
