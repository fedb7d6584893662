import type { Socket } from 'node:net'

/** An answer as it came: a character for each byte, and a body in chunks with the lengths of its chunks. */
export interface AnswerText {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Reads answers off a socket: those with a Content-Length, and those that come in chunks until they end. */
export function onAnswer(socket: Socket, answered: (answer: AnswerText) => void): void {
  let pending = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    pending += chunk
    const headEnd = pending.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = pending.slice(0, headEnd)
    const isChunked = /transfer-encoding: chunked/i.test(head)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (isChunked && !pending.endsWith('\r\n0\r\n\r\n')) return
    const end = isChunked ? pending.length : headEnd + 4 + length
    if (pending.length < end) return
    const body = pending.slice(headEnd + 4, end)
    pending = pending.slice(end)
    answered({ status: Number(head.slice(9, 12)), head, body })
  })
}
