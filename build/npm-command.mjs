/**
 * How to run npm: the one that runs this script, else the one on the path.
 * @param {string[]} args
 * @returns {{ program: string, args: string[], shell: boolean }} as child_process takes them
 */
export function npmCommand(args) {
  const npm = process.env['npm_execpath']
  if (!npm?.endsWith('npm-cli.js')) return { program: 'npm', args, shell: process.platform === 'win32' }
  // npm's own Node, since the pinned one may be in a folder that npm is about to replace.
  const node = process.env['npm_node_execpath'] ?? process.execPath
  return { program: node, args: [npm, ...args], shell: false }
}
