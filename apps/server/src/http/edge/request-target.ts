import type { FastifyRequest } from 'fastify'

/** The path and query of what was asked for. Some programs name scheme and host as well (RFC 9112, absolute-form). */
export function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(url)?.[1]
  if (rest === undefined) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Whether a call of the API is asked for, as the router understands the address: letters may be written in many ways. */
export const isCall = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean =>
  (routeOptions?.url ?? originForm(url)).startsWith('/api/')
