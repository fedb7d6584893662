import { CommandFailed, EXIT } from './exit-codes.ts'

/** A command line that is not valid. */
export class UsageError extends CommandFailed {
  /** @param message says what the command takes instead */
  constructor(message: string) {
    super(message, EXIT.usage)
  }
}
