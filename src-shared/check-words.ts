/** The checks of an answer, in this order. */
export const CHECKS = ['output_hash', 'signature', 'statement', 'input_hash', 'recompute', 'chain'] as const
export type CheckName = (typeof CHECKS)[number]

/** How one check ended; `skipped` proves nothing for or against the answer. */
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
    proves: 'In its canonical form, the data is byte for byte what the hash was computed from.',
    doesNotProve:
      'That nobody changed both: anybody who changes the data can recompute an unsigned hash. ' +
      'It does not show which code ran.',
  },
  signature: {
    title: 'Signature',
    proves: 'The holder of the signing key made exactly this statement; nothing in it has changed since.',
    doesNotProve:
      'That the statement is true, or which code ran: a signature shows only who vouches for it. Whose key it is ' +
      'you know only if you got the key from the instance itself (GET /v1/proof/key).',
  },
  statement: {
    title: 'Statement',
    proves: 'The receipt is about this answer: the same tool, engine and credits.',
    doesNotProve: 'Anything else in the answer, such as the balance or the time it took.',
  },
  input_hash: {
    title: 'Input hash',
    proves: 'The receipt is for exactly this input.',
    doesNotProve: 'Who sent the input.',
  },
  recompute: {
    title: 'Run again',
    proves:
      'On this machine and offline, the same version of the tool gives the same bytes for this input. You need ' +
      'to trust nobody for the content of the answer.',
    doesNotProve:
      'That the other machine ran this code at the time, only that this code gives the same answer. Tools that ' +
      'ask a language model, the network, the clock or memory cannot be checked this way.',
  },
  chain: {
    title: 'Chain',
    proves: 'These receipts are consecutive: none between them was removed, added or replaced.',
    doesNotProve: 'That no receipts follow the last one, and none that were never handed out.',
  },
}
