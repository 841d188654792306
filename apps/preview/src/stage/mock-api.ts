import { getResponse, type RequestHandler } from 'msw'
import { createHandlers, type MockShop } from '@playhouse/api-client/mocks'
import type { Situation } from '#setting'

export type MockApi = {
  /** From now on this shop answers. */
  readonly setShop: (shop: MockShop, situation: Situation) => void
}

/**
 * Answers the seat screen's calls from a shop in memory: by msw's handlers, without its service worker, which plain http,
 * private windows and many hosts refuse. Calls to anything but the API go their way.
 */
export function installMockApi(): MockApi {
  let handlers: readonly RequestHandler[] = []
  let situation: Situation = 'open'
  let availabilityRequests = 0
  // A page on a disk has no host that calls could go to.
  const isOnDisk = location.protocol === 'file:'
  const host = isOnDisk ? 'http://house.invalid' : location.origin
  const own = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    const request = new Request(isOnDisk && typeof input === 'string' ? new URL(input, host) : input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== host || !pathname.startsWith('/api/')) return own(request)
    if (pathname.includes('/availability')) {
      availabilityRequests += 1
      // The first answer comes, as it did before the line went dead; no later one does, nor the stream of changes.
      if (disconnectedSituations.includes(situation) && availabilityRequests > 1)
        throw new TypeError('The preview plays a box office out of reach')
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

/** Nothing comes through any more. */
const disconnectedSituations: readonly Situation[] = ['stale', 'offline']
/** What the seat screen waits for. */
const delayedPaths = /\/(instances|venues)\//
const serverError = {
  type: 'urn:playhouse:problem:something-wrong',
  title: 'something-wrong',
  status: 500,
  code: 'something-wrong',
  params: {},
  requestId: 'preview',
}
