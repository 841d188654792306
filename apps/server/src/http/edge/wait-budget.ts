import type { FastifyInstance } from 'fastify'
import { WaitBudget, withBudget } from '#db'

declare module 'fastify' {
  interface FastifyRequest {
    waitBudget: WaitBudget | undefined
  }
}

/**
 * Milliseconds for which a request waits, all in all, for connections, locks and batches before it is answered 503. A last
 * statement may wait for a lock beyond it, so that every answer comes within about three seconds.
 */
const waitBudgetMs = 2_000

/** Gives each request a wait budget. Set twice, for a body is read in another asynchronous context. */
export function limitWaits(app: FastifyInstance): void {
  app.decorateRequest('waitBudget', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.waitBudget = new WaitBudget(waitBudgetMs)
    withBudget(request.waitBudget, done)
  })
  app.addHook('preValidation', (request, _reply, done) => withBudget(request.waitBudget, done))
}
