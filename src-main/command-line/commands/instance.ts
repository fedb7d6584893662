import { defineCommand } from 'citty'
import { dataDirOf } from '../data-dir.ts'

const dataDir = {
  type: 'string',
  description: 'Where the instance keeps its data (TOOLGATE_HOME)',
} as const
const json = { type: 'boolean', description: 'Print one JSON document' } as const

const ledgerVerify = defineCommand({
  meta: {
    name: 'verify',
    description:
      'Checks that every balance is the sum of its entries, and the chains of receipts and of the audit trail; ' +
      'exit code 0 or 1',
  },
  args: { 'data-dir': dataDir, json },
  run: async ({ args }) => {
    const { verifyLedgerOf } = await import('../ledger-verify.ts')
    process.exitCode = verifyLedgerOf(dataDirOf(args['data-dir'], process.env), args.json === true)
  },
})

/** `toolgate page` */
export const page = defineCommand({
  meta: {
    name: 'page',
    description: 'Prints a fresh address that signs a browser in to the running gateway',
  },
  args: { 'data-dir': dataDir },
  run: async ({ args }) => {
    const { printPageAddress } = await import('../page-address.ts')
    process.exitCode = await printPageAddress(dataDirOf(args['data-dir'], process.env), process.env)
  },
})

/** `toolgate backup` */
export const backup = defineCommand({
  meta: { name: 'backup', description: 'Copies the instance, running or not, into one file and checks it' },
  args: {
    file: { type: 'positional', description: 'A file that does not exist yet', required: true },
    'data-dir': dataDir,
  },
  run: async ({ args }) => {
    const { backUpTo } = await import('../backup.ts')
    process.exitCode = await backUpTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

/** `toolgate restore` */
export const restore = defineCommand({
  meta: { name: 'restore', description: 'Makes an instance out of a backup, in a folder that holds none' },
  args: {
    file: { type: 'positional', description: 'What toolgate backup has written', required: true },
    'data-dir': dataDir,
  },
  run: async ({ args }) => {
    const { restoreFrom } = await import('../backup.ts')
    process.exitCode = await restoreFrom(args.file, dataDirOf(args['data-dir'], process.env))
  },
})

/** `toolgate export` */
export const exportAll = defineCommand({
  meta: { name: 'export', description: 'Writes everything but secrets as lines of JSON' },
  args: {
    file: {
      type: 'positional',
      description: 'A file that does not exist yet, or - for stdout',
      required: true,
    },
    'data-dir': dataDir,
  },
  run: async ({ args }) => {
    const { exportTo } = await import('../export.ts')
    process.exitCode = await exportTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

/** `toolgate ledger` */
export const ledger = defineCommand({
  meta: { name: 'ledger', description: 'Looks after the ledger; ledger verify checks it' },
  subCommands: { verify: ledgerVerify },
})

/** `toolgate serve`, which reads its own options. */
export const serve = defineCommand({
  meta: {
    name: 'serve',
    description: 'Starts the gateway without a window; toolgate serve --help tells more',
  },
})
