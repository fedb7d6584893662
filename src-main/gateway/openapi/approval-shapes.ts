import { z } from 'zod'
import { decisionFields, waitingCall } from '../wire/approval-fields.ts'

const ok = z.literal(true)

export const approvalList = z.object({ ok, approvals: z.array(waitingCall) })

export const approvalRequest = decisionFields.meta({ example: { decision: 'approve' } })

export const approvalAnswer = z.object({
  ok,
  decision: decisionFields.shape.decision,
  approval: waitingCall,
})
