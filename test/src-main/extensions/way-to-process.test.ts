import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { wayToProcess } from '../../../src-main/extensions/mcp/way-to-process.ts'

// Catches: an answer that tells the state of a source before it is stored that the source is broken.
it('a server whose program is another is refused once that is stored', async () => {
  let stored = ''
  const program = { file: process.execPath, changedAt: 1, bytes: 1 }
  const settings = { command: process.execPath, args: [], cwd: '/', env: {}, secrets: [], program }
  // Neither is needed before the program is looked at.
  const way = wayToProcess(null as never, null as never)
  const started = way({ id: 'one', settings } as never, new Map(), {
    note: () => undefined,
    broke: async (why) => {
      await pause(20)
      stored = why
    },
  })
  await expect(started).rejects.toThrow('agree again: toolgate sources start one')
  expect(stored).toMatch(/is not the program that you agreed to$/)
})
