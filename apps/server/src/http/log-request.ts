import type { FastifyRequest } from 'fastify'

/**
 * A request as the log has it. The token of a shared ticket opens a door, and whom the counter looks for is nobody else's to
 * know; a log is read by many: wherever the router sees either, however the address is written, it isn't there.
 */
export const logRequest = ({ method, url, host, ip, routeOptions }: FastifyRequest) => ({
  method,
  url: withoutNames(withoutToken(url, routeOptions?.url), routeOptions?.config?.access === 'staff'),
  host,
  remoteAddress: ip,
})

const withoutToken = (url: string, route: string | undefined): string =>
  route?.includes(':token') ? url.replace(/[^?]*/, route.replace(':token', '…')) : url
const withoutNames = (url: string, isStaff: boolean): string => (isStaff ? url.replace(/\?.*/s, '?…') : url)
