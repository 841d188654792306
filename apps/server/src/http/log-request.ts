import type { FastifyRequest } from 'fastify'

/** A request as the log has it. The token of a shared ticket opens a door, and a log is read by many. */
export const logRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url.replace(/^(\/api\/shared\/)[^/?]+/, '$1…'),
  host,
  remoteAddress: ip,
})
