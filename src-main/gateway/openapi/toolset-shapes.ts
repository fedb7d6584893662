import { z } from 'zod'
import { toolset, toolsetFields, toolsetSummary } from '../wire/toolset-fields.ts'

const ok = z.literal(true)

export const toolsetRequest = toolsetFields.meta({
  example: {
    description: 'What the support desk needs',
    tools: [
      {
        slug: 'text-diff',
        description: 'Compares two versions of a reply.',
        fixed: { by: 'word' },
      },
      { slug: 'crypto-hash-sha256' },
    ],
  },
})

export const toolsetAnswer = z.object({ ok, toolset })

export const toolsetList = z.object({ ok, toolsets: z.array(toolsetSummary) })

export const removedToolset = z.object({ ok, name: z.string(), status: z.literal('removed') })
