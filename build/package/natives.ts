/** The packages with machine code, by the names that the product imports. A bundle leaves them outside. */
export const NATIVES = ['better-sqlite3', 'sharp', 'keytar', 'lightningcss'] as const
