import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import type { App } from '../create-app.ts'
import { EventResponse } from '../reply/event-response.ts'
import { WholeResponse } from '../reply/whole-response.ts'

/** Connects Node's HTTP server to the app. */
export function toRequestListener(app: App): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const answer = app.fetch(new NodeRequest({ req, res }))
    if (answer instanceof Response) send(res, answer)
    // The app turns every failure into a response itself.
    else void answer.then((response) => send(res, response))
  }
}

function send(res: ServerResponse, response: Response): void {
  if (response instanceof WholeResponse || response instanceof EventResponse) response.writeTo(res)
  // A body that fails halfway closes the connection, which the caller notices; nothing is thrown.
  else void sendNodeResponse(res, response)
}
