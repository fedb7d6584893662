import { defineCommand } from 'citty'
import { dataDirOf } from '../data-dir.ts'

const dataDir = {
  type: 'string',
  description: 'Where the instance keeps its data (TOOLGATE_HOME)',
} as const
const json = { type: 'boolean', description: 'Print one JSON document' } as const

const purchaseId = { type: 'positional', description: 'The id of the purchase', required: true } as const

/** `toolgate purchases` */
export const purchases = defineCommand({
  meta: { name: 'purchases', description: 'Approves or declines purchases that wait for the owner' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Prints the purchases that wait' },
      args: { 'data-dir': dataDir, json },
      run: async ({ args }) => {
        const { listPurchases } = await import('../purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await listPurchases(folder, process.env, args.json === true)
      },
    }),
    approve: defineCommand({
      meta: { name: 'approve', description: 'Completes a purchase' },
      args: { id: purchaseId, 'data-dir': dataDir },
      run: async ({ args }) => {
        const { approvePurchase } = await import('../purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await approvePurchase(folder, process.env, args.id)
      },
    }),
    decline: defineCommand({
      meta: { name: 'decline', description: 'Turns a purchase down' },
      args: { id: purchaseId, 'data-dir': dataDir },
      run: async ({ args }) => {
        const { declinePurchase } = await import('../purchases.ts')
        const folder = dataDirOf(args['data-dir'], process.env)
        process.exitCode = await declinePurchase(folder, process.env, args.id)
      },
    }),
  },
})
