import { InvalidInput } from '../../tool-kit/tool-context.ts'

// All but the tab and line ends, which formats of lines write in another way.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/

/**
 * Refuses texts with control characters anywhere in a value, for formats that have no way to write them.
 * @param path of the value, empty for the whole input
 * @param rule the format that forbids them and its rule, for the message
 * @throws InvalidInput with the path of the text
 */
export function refuseControls(value: unknown, path: string, rule: string): void {
  if (typeof value === 'string') {
    const wrong = CONTROL.exec(value)?.[0]
    if (wrong === undefined) return
    const name = `U+${wrong.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    throw new InvalidInput(path, `Remove the control character ${name}, which ${rule}`)
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    refuseControls(member, path === '' ? name : `${path}.${name}`, rule)
}
