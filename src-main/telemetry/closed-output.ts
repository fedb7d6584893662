import type { Writable } from 'node:stream'

/**
 * Keeps the process running when its output can no longer be written: whoever started it may close the pipe, the
 * terminal may go away, or the disk of a log file may be full. What is printed from then on is lost; without this, the
 * next line would end the process.
 * @param outputs the process's own by default
 */
export function outliveClosedOutput(outputs: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const output of outputs) if (!output.listeners('error').includes(ignore)) output.on('error', ignore)
}

function ignore(): void {}
