import type { FastifyRequest } from 'fastify'

/** The path and query of a request. Some clients also send scheme and host (RFC 9112, absolute-form). */
export function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(url)?.[1]
  if (rest === undefined) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Whether a request is for the API, as the router parses the address: its characters may be percent-encoded. */
export const isCall = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean =>
  (routeOptions?.url ?? originForm(url)).startsWith('/api/')
