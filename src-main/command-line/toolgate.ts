import { defineCommand, runMain } from 'citty'
import packageJson from '../../package.json' with { type: 'json' }
import { dataDirOf } from './data-dir.ts'
import type { BuiltFiles } from './serve.ts'

const dataDir = {
  type: 'string',
  description: 'Where the instance keeps its data (TOOLGATE_HOME)',
} as const
const json = { type: 'boolean', description: 'Print one JSON document' } as const

/** The command `toolgate`. What a subcommand needs is imported when it is asked for. */
export async function runToolgate(rawArgs: string[], files: BuiltFiles): Promise<void> {
  if (rawArgs[0] === 'serve') {
    const { serve } = await import('./serve.ts')
    await serve(rawArgs.slice(1), files)
    return
  }
  await runMain(toolgateCommand(files), { rawArgs })
}

const ledgerVerify = defineCommand({
  meta: {
    name: 'verify',
    description:
      'Checks that every balance is the sum of its entries, and the chains of receipts and of the audit trail; ' +
      'exit code 0 or 1',
  },
  args: { 'data-dir': dataDir, json },
  run: async ({ args }) => {
    const { verifyLedgerOf } = await import('./ledger-verify.ts')
    process.exitCode = verifyLedgerOf(dataDirOf(args['data-dir'], process.env), args.json === true)
  },
})

const pageAddress = defineCommand({
  meta: {
    name: 'page',
    description: 'Prints a fresh address that signs a browser in to the running gateway',
  },
  args: { 'data-dir': dataDir },
  run: async ({ args }) => {
    const { printPageAddress } = await import('./page-address.ts')
    process.exitCode = await printPageAddress(dataDirOf(args['data-dir'], process.env), process.env)
  },
})

const backup = defineCommand({
  meta: { name: 'backup', description: 'Copies the instance, running or not, into one file and checks it' },
  args: {
    file: { type: 'positional', description: 'A file that does not exist yet', required: true },
    'data-dir': dataDir,
  },
  run: async ({ args }) => {
    const { backUpTo } = await import('./backup.ts')
    process.exitCode = await backUpTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

const restore = defineCommand({
  meta: { name: 'restore', description: 'Makes an instance out of a backup, in a folder that holds none' },
  args: {
    file: { type: 'positional', description: 'What toolgate backup has written', required: true },
    'data-dir': dataDir,
  },
  run: async ({ args }) => {
    const { restoreFrom } = await import('./backup.ts')
    process.exitCode = await restoreFrom(args.file, dataDirOf(args['data-dir'], process.env))
  },
})

const exportAll = defineCommand({
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
    const { exportTo } = await import('./export.ts')
    process.exitCode = await exportTo(args.file, dataDirOf(args['data-dir'], process.env), process.env)
  },
})

const purchaseId = { type: 'positional', description: 'The id of the purchase', required: true } as const

const purchases = defineCommand({
  meta: { name: 'purchases', description: 'Approves or declines purchases that wait for the owner' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Prints the purchases that wait' },
      args: { 'data-dir': dataDir, json },
      run: async ({ args }) => {
        const { listPurchases } = await import('./purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await listPurchases(folder, process.env, args.json === true)
      },
    }),
    approve: defineCommand({
      meta: { name: 'approve', description: 'Completes a purchase' },
      args: { id: purchaseId, 'data-dir': dataDir },
      run: async ({ args }) => {
        const { approvePurchase } = await import('./purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await approvePurchase(folder, process.env, args.id)
      },
    }),
    decline: defineCommand({
      meta: { name: 'decline', description: 'Turns a purchase down' },
      args: { id: purchaseId, 'data-dir': dataDir },
      run: async ({ args }) => {
        const { declinePurchase } = await import('./purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await declinePurchase(folder, process.env, args.id)
      },
    }),
  },
})

const verifyCommand = (files: BuiltFiles) =>
  defineCommand({
    meta: {
      name: 'verify',
      description: 'Checks saved answers and their receipts, with no gateway running; exit code 0, 1 or 2',
    },
    args: {
      file: { type: 'positional', required: false, description: 'Answers as JSON or NDJSON; - is stdin' },
      input: { type: 'string', description: 'The body that was sent, to run the call again' },
      key: { type: 'string', description: 'Public key of the instance, or a file with it' },
      json,
    },
    run: async ({ rawArgs }) => {
      const { verifyAnswers } = await import('./verify-answers.ts')
      process.exitCode = await verifyAnswers(rawArgs, files.workerUrl)
    },
  })

const toolgateCommand = (files: BuiltFiles) =>
  defineCommand({
    meta: {
      name: 'toolgate',
      version: packageJson.version,
      description: 'A local gateway that serves small, well-made tools',
    },
    subCommands: {
      serve: defineCommand({
        meta: {
          name: 'serve',
          description: 'Starts the gateway without a window; toolgate serve --help tells more',
        },
      }),
      page: pageAddress,
      purchases,
      providers: async () => (await import('./providers-command.ts')).providersCommand,
      verify: verifyCommand(files),
      backup,
      restore,
      export: exportAll,
      ledger: defineCommand({
        meta: { name: 'ledger', description: 'Looks after the ledger' },
        subCommands: { verify: ledgerVerify },
      }),
    },
  })
