/** How long work goes on before the page gets its turn. */
const SLICE_MS = 12

/** Lets the page react. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

/** Does something for each index below `count`, with pauses in which the page reacts. */
export async function inSlices(count: number, work: (index: number) => void): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for (let index = 0; index < count; index++) {
    work(index)
    if (performance.now() < sliceEnd) continue
    await pause()
    sliceEnd = performance.now() + SLICE_MS
  }
}
