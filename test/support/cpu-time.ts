/**
 * The processor time that something takes, in milliseconds. Unlike the clock it says the same on a busy machine,
 * so that a test can tell work that grows too fast from work that has to wait.
 */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The processor time that this thread has had so far, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
