import { toSourceId } from './secret-names.ts'

/**
 * The id of a source for a server that another program calls by a name; two programs may know the same name.
 * @param taken ids in use; takes the new one too
 */
export function freeSourceId(name: string, taken: Set<string>): string {
  const wanted = toSourceId(name) || 'server'
  let id = wanted
  for (let count = 2; taken.has(id); count++) id = `${wanted.slice(0, 13)}-${count}`
  taken.add(id)
  return id
}

/**
 * The command that takes servers out of a program's settings and leaves Toolgate in their place.
 * @param ids of the sources that they are here
 */
export function leaveCommand(client: string, ids: readonly string[], names: readonly string[]): string {
  const list = names.join(',')
  const quoted = /^[\w,.@-]+$/.test(list) ? list : `'${list.replaceAll("'", `'"'"'`)}'`
  return `toolgate mcp config ${client} --write --source ${ids.join(',')} --without ${quoted}`
}
