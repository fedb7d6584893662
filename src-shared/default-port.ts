/** The port where a gateway listens by default, and where clients expect it. */
export const DEFAULT_PORT = 4777
