/** Where a gateway listens unless it is told otherwise, and where clients expect it. */
export const DEFAULT_PORT = 4777
