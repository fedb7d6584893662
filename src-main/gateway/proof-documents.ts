/** A SHA-256 hash, as the documents of the proof routes describe it. */
export const HASH_SCHEMA = { type: 'string', pattern: '^[0-9a-fA-F]{64}$' }

const STEPS_SCHEMA = {
  type: 'array',
  description: 'The hashes to join with, from the leaf to the root, and the side on which each stands',
  items: {
    type: 'object',
    required: ['side', 'hash'],
    properties: { side: { type: 'string', enum: ['left', 'right'] }, hash: HASH_SCHEMA },
  },
}

/** An inclusion proof, as the documents of the proof routes describe it. */
export const PROOF_SCHEMA = {
  type: 'object',
  required: ['index', 'hash', 'path'],
  properties: { index: { type: 'integer', minimum: 0 }, hash: HASH_SCHEMA, path: STEPS_SCHEMA },
}
