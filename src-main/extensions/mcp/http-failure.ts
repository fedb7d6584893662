import type { ChannelAnswer } from '../../outbound/origin-channel.ts'

/** Why a server has not taken a message. */
export interface HttpFailure {
  /** The end of a sentence. */
  readonly why: string
  /** Whether it may have acted. */
  readonly wasSent: boolean
  /** Whether it has said so itself. */
  readonly isAnswer: boolean
  /** Whether it no longer knows our session. */
  readonly isForgotten: boolean
}

/**
 * What the status of an answer says of the message; null for one that was taken.
 * @param hasSession whether the message named a session
 */
export function failureOf({ status, headers }: ChannelAnswer, hasSession: boolean): HttpFailure | null {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (status === 200 && encoding !== 'identity')
    return told(`answered in the encoding ${encoding.slice(0, 20)}, which was not asked for`, true)
  if (status === 200) return null
  // The revision says that a session that is not known any more is answered with 404.
  if (status === 404 && hasSession)
    return { why: 'has forgotten the session', wasSent: false, isAnswer: false, isForgotten: true }
  if (status === 401 || status === 403)
    return told(
      `refuses the sign-in (HTTP ${status}). Check its secret header, such as Authorization`,
      false,
    )
  if (status >= 300 && status < 400)
    return told(`sends elsewhere (HTTP ${status}), which is not followed. Use its final address`, false)
  // A server in between may say these although the one behind it has acted.
  const mayHaveActed = status === 500 || status === 502 || status === 504
  return {
    why: `answered with HTTP ${status}`,
    wasSent: true,
    isAnswer: !mayHaveActed,
    isForgotten: false,
  }
}

function told(why: string, wasSent: boolean): HttpFailure {
  return { why, wasSent, isAnswer: false, isForgotten: false }
}
