import { z } from 'zod'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, styled } from '../terminal/terminal.ts'
import { defineToolCommand } from '../tool/tool-call.ts'
import { counted } from '../../../src-shared/counted.ts'

const preview = z.looseObject({
  credits: z.number(),
  estimated_cost_usd: z.string(),
  can_afford: z.boolean(),
  balance_after: z.number(),
  input_validation: z.looseObject({
    valid: z.boolean(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
})

/** `toolgate dry-run`: says what a call would cost and whether it could run. */
export const dryRun = defineToolCommand({
  usage: 'toolgate dry-run SLUG [--field value | --input JSON | -]',
  run: async ({ client, tool, fields, json }) => {
    const answer = await client.post(`/v1/dry-run/${tool.slug}`, fields)
    if (json) {
      printJson(answer)
      return EXIT.done
    }
    const { credits, estimated_cost_usd, can_afford, balance_after, input_validation } =
      preview.parse(answer)
    for (const { path, message } of input_validation.issues) say(styled('yellow', `${path}: ${message}`))
    const price = `${counted(credits, 'credit')} ($${estimated_cost_usd})`
    if (!input_validation.valid) print(`Would be refused and cost nothing; a valid call costs ${price}.`)
    else if (!can_afford) print(`Would be refused: it costs ${price}, more than the balance.`)
    else print(`Would run for ${price} and leave ${balance_after}.`)
    if (!input_validation.valid) return EXIT.tool
    return can_afford ? EXIT.done : EXIT.credits
  },
})
