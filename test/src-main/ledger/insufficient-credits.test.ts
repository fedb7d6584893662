import { expect, it } from 'vitest'
import { insufficientCredits } from '../../../src-main/ledger/insufficient-credits.ts'

it.each([
  ['call', 3, 2, 'This call needs 3 credits and 2 are left.'],
  ['job', 1, 0, 'This job needs 1 credit and 0 are left.'],
  ['call', 1_200, 1, 'This call needs 1,200 credits and 1 is left.'],
] as const)('refuses a %s of %d credits with %d left, and says how to go on', (what, need, have, says) => {
  expect(insufficientCredits(what, need, have)).toMatchObject({
    code: 'insufficient_credits',
    message: `${says} Buy credits with POST /v1/credits/buy.`,
    details: { need, have },
  })
})
