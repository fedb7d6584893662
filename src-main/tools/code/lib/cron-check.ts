import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { cronFault, isMissingDay } from '../../lib/cron-fault.ts'
import { counted } from '../../../../src-shared/counted.ts'

/**
 * Refuses what cron would never run, such as 5-3, *\/61 or February 30. Quartz's W and numbers are not checked.
 * @throws InvalidInput with the reason
 */
export async function refuseImpossible(text: string, isPlainCron: boolean): Promise<void> {
  const names = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)$/i
  if (text.startsWith('@')) {
    if (!names.test(text)) throw refusal(cronFault(text))
    return
  }
  const count = text.split(' ').length
  if (count !== 5 && count !== 6)
    throw refusal(`It has ${counted(count, 'field')} instead of 5 (or 6 with seconds)`)
  if (!isPlainCron || /\dW|LW|L-/i.test(text)) return
  const { CronExpressionParser } = await import('cron-parser')
  try {
    // A fixed day, so that the answer does not depend on today.
    CronExpressionParser.parse(text, { currentDate: '2024-01-01T00:00:00Z', tz: 'UTC' }).next()
  } catch (error) {
    throw refusal(isMissingDay(error) ? 'No month that it names has such a day' : cronFault(text))
  }
}

/** The refusal of an expression, with its reason. */
export function refusal(reason: string): InvalidInput {
  return new InvalidInput('expression', `This is not a cron expression that runs: ${reason.slice(0, 200)}`)
}
