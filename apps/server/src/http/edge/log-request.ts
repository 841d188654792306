import type { FastifyRequest } from 'fastify'
import { originForm } from './request-target.ts'

/**
 * The logged fields of a request. No endpoint has a token or personal data in its address. Other programs, and pages of an
 * older version, may still send some: unmatched calls are logged without their address, staff calls without their query.
 */
export const logRequest = ({ method, url, host, ip, routeOptions }: FastifyRequest) => ({
  method,
  url: routeOptions?.config?.access === 'staff' ? withoutQuery(url) : routeOptions?.url === undefined ? groupOf(url) : url,
  host,
  remoteAddress: ip,
})

const withoutQuery = (url: string): string => url.replace(/\?.*/s, '?…')

/** Reduces the path of an unmatched call to its group: `/api/shared/…`. Pages of the shop have no separate route. */
const groupOf = (url: string): string => {
  const path = originForm(url)
  const [, first = '', second = ''] = path.split(/[/?#]/)
  const isCall = decode(first) === 'api'
  return isCall && path.length > `/${first}/${second}`.length ? `/${first}/${second}/…` : url
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
