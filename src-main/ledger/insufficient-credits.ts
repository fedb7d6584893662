import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'

/** The refusal of what an account cannot pay for. */
export function insufficientCredits(what: 'call' | 'job', need: number, have: number): GatewayError {
  return new GatewayError(
    'insufficient_credits',
    `This ${what} needs ${counted(need, 'credit')} and ${counted(have, 'is', 'are')} left. ` +
      'Buy credits with POST /v1/credits/buy.',
    { need, have },
  )
}
