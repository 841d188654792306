import { getResponse, type RequestHandler } from 'msw'
import { createHandlers, type MockShop } from '@playhouse/api-client/mocks'
import type { Situation } from '#setting'

export type MockApi = {
  /** Replaces the shop that responds. */
  readonly setShop: (shop: MockShop, situation: Situation) => void
}

/**
 * Responds to the seat screen's API calls from an in-memory shop: by msw's handlers, without its service worker, which plain
 * http, private windows and many hosts do not allow. Other requests are passed through.
 */
export function installMockApi(): MockApi {
  let handlers: readonly RequestHandler[] = []
  let situation: Situation = 'open'
  let availabilityRequests = 0
  // A `file:` page has no host for calls.
  const isOnDisk = location.protocol === 'file:'
  const host = isOnDisk ? 'http://house.invalid' : location.origin
  const own = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    const request = new Request(isOnDisk && typeof input === 'string' ? new URL(input, host) : input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== host || !pathname.startsWith('/api/')) return own(request)
    if (pathname.includes('/availability')) {
      availabilityRequests += 1
      // The first response succeeds, as before the connection was lost; later ones and the stream fail.
      if (disconnectedSituations.includes(situation) && availabilityRequests > 1)
        throw new TypeError('the preview emulates an unreachable box office')
    }
    if (delayedPaths.test(pathname)) {
      if (situation === 'loading') await new Promise(() => {})
      if (situation === 'error') return Response.json(serverError, { status: 500, headers: { 'content-type': 'application/problem+json' } })
    }
    return (await getResponse([...handlers], request)) ?? new Response(null, { status: 404 })
  }
  return {
    setShop: (shop, next) => {
      handlers = createHandlers(shop, host)
      situation = next
      availabilityRequests = 0
    },
  }
}

/** Situations without a connection. */
const disconnectedSituations: readonly Situation[] = ['stale', 'offline']
/** Requests that the seat screen waits for. */
const delayedPaths = /\/(instances|venues)\//
const serverError = {
  type: 'urn:playhouse:problem:something-wrong',
  title: 'something-wrong',
  status: 500,
  code: 'something-wrong',
  params: {},
  requestId: 'preview',
}
