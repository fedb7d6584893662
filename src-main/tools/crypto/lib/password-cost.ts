import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Limits for hashing a password: a worker has two seconds, and memory is shared with the machine. */
const PASSWORD_LIMITS = {
  /** KiB of memory, passes over it, and their product. */
  argonMemory: 65_536,
  argonPasses: 10,
  argonWork: 131_072,
  argonLanes: 4,
  /** The exponent of bcrypt's rounds. */
  bcryptCost: 12,
}

export interface ArgonCost {
  /** KiB */
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

/**
 * @throws InvalidInput when a hash would cost more than a call may spend, before computing any of
 * it
 */
export function checkArgonCost({ memory, passes, lanes }: ArgonCost, field: string): void {
  const { argonMemory, argonPasses, argonWork, argonLanes } = PASSWORD_LIMITS
  // RFC 9106, 3.1: at least 8 KiB per lane.
  const isPossible = memory >= 8 * lanes && passes >= 1 && lanes >= 1
  if (!isPossible) throw new InvalidInput(field, 'Argon2 needs one pass, one lane and 8 KiB for each lane')
  if (memory > argonMemory || passes > argonPasses || memory * passes > argonWork || lanes > argonLanes)
    throw new InvalidInput(
      field,
      `This costs too much: at most ${argonMemory} KiB, ${argonPasses} passes, ${argonLanes} lanes, ` +
        `and ${argonWork} KiB times passes`,
    )
}

/** @throws InvalidInput when bcrypt's cost is more than a call may spend */
export function checkBcryptCost(cost: number, field: string): void {
  const { bcryptCost } = PASSWORD_LIMITS
  if (cost < 4 || cost > bcryptCost)
    throw new InvalidInput(field, `The cost of bcrypt must be between 4 and ${bcryptCost}`)
}

/**
 * bcrypt reads 72 bytes and stops at a NUL: anything after that would silently be ignored.
 * @throws InvalidInput for such a password
 */
export function checkBcryptPassword(password: string): void {
  if (password === '') throw new InvalidInput('password', 'bcrypt needs at least one character')
  if (Buffer.byteLength(password) > 72)
    throw new InvalidInput(
      'password',
      'bcrypt only reads 72 bytes, and this password is longer; use argon2id',
    )
  if (password.includes('\0'))
    throw new InvalidInput('password', 'bcrypt stops at a NUL character; take it out or use argon2id')
}
