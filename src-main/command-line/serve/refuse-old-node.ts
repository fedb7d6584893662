const OLDEST_NODE = 22

/** Ends the process with a sentence when Node is too old for the database's native code. */
export function refuseOldNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return
  console.error(
    `Toolgate needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Update Node, or use \`npm start\`, which brings its own.`,
  )
  process.exit(1)
}
