import type { FastifyRequest } from 'fastify'

/**
 * A request as the log has it. The token of a shared ticket opens a door, and a log is read by many: wherever the router sees
 * one, however the address is written.
 */
export const logRequest = ({ method, url, host, ip, routeOptions }: FastifyRequest) => ({
  method,
  url: routeOptions?.url?.includes(':token') ? url.replace(/[^?]*/, routeOptions.url.replace(':token', '…')) : url,
  host,
  remoteAddress: ip,
})
