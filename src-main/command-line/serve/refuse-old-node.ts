/** The first Node with version 10 of Node-API, which the database's native code is built for. */
export const OLDEST_NODE = [22, 14] as const

/** Ends the process with a sentence when Node is too old for the database's native code. */
export function refuseOldNode(): void {
  if (isRecentNode(process.versions.node)) return
  console.error(
    `Toolgate needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Update Node, or use ` +
      '`npm start` in a checkout, which brings its own.',
  )
  process.exit(1)
}

/**
 * Whether a Node can run Toolgate.
 * @param version as in `process.versions.node`
 */
export function isRecentNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
