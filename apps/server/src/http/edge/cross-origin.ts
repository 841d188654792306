import type { IncomingMessage, ServerResponse } from 'node:http'

/** Reply headers that a script on another origin may read: those that the client uses. */
const exposedHeaders = 'etag, retry-after, x-request-id'
/** Seconds for which a browser keeps the reply to a preflight request. */
const preflightSeconds = 7_200

/**
 * Lets pages of other origins call the API with cookies (CORS). Other origins get no header, so that their browsers keep the reply
 * from them. Runs before the framework, so that every way of writing a reply has the headers.
 * @param origins those that may call, besides the API's own
 * @returns a handler; true if it has answered a preflight request
 */
export function createCrossOrigin(origins: readonly string[]): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allowed = new Set(origins)
  if (allowed.size === 0) return () => false
  return (request, response) => {
    if (!/^(\/preview\/[^/]+)?\/api\//.test(request.url ?? '')) return false
    // A shared cache must not give the reply for one origin to another.
    response.setHeader('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return false
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-expose-headers', exposedHeaders)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'accept, content-type, last-event-id',
      'access-control-max-age': String(preflightSeconds),
    })
    response.end()
    return true
  }
}
