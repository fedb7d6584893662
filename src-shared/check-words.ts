/** What is looked at in an answer, in this order. */
export const CHECKS = ['output_hash', 'signature', 'statement', 'input_hash', 'recompute', 'chain'] as const
export type CheckName = (typeof CHECKS)[number]

/** How one check ended; `skipped` says nothing for or against the answer. */
export interface Check {
  readonly name: CheckName
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

interface Meaning {
  readonly title: string
  readonly proves: string
  readonly doesNotProve: string
}

/** What each check proves once it has passed, and what it leaves open (spec, "Trust and verification"). */
export const MEANING: Readonly<Record<CheckName, Meaning>> = {
  output_hash: {
    title: 'Output hash',
    proves: 'The data is, in its canonical form, byte for byte what the hash was made of.',
    doesNotProve:
      'That nobody changed both: a hash that is not signed can be made anew by whoever changes the data. ' +
      'It says nothing of which code ran.',
  },
  signature: {
    title: 'Signature',
    proves: 'Whoever holds the signing key made this very statement; no word of it was changed since.',
    doesNotProve:
      'That the statement is true, or which code ran: a signature names who answers for it. Whose key it is ' +
      'follows only from a key that you got from the instance itself (GET /v1/proof/key).',
  },
  statement: {
    title: 'Statement',
    proves: 'The receipt speaks of this answer: the same tool, engine and credits.',
    doesNotProve: 'What the answer itself says beyond that, such as the balance or the time it took.',
  },
  input_hash: {
    title: 'Input hash',
    proves: 'The receipt is for this very input.',
    doesNotProve: 'Who sent the input.',
  },
  recompute: {
    title: 'Run again',
    proves:
      'The same version of the tool gives, on this machine and offline, the same bytes for this input. For the ' +
      'content of the answer nobody needs to be trusted.',
    doesNotProve:
      'That the other machine ran this code at the time, only that its answer is the one this code gives. Tools that ' +
      'ask a language model, the network, the clock or a memory cannot be checked this way.',
  },
  chain: {
    title: 'Chain',
    proves: 'These receipts follow one another: none between them was taken out, put in or exchanged.',
    doesNotProve: 'That there are none after the last, and none that were never handed out.',
  },
}
