/** How much memory a process takes, in MiB. @param bytes what the system says it takes */
export function memoryWords(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`
}
