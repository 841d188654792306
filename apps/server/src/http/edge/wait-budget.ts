import type { FastifyInstance } from 'fastify'
import { WaitBudget, withBudget } from '#db'

declare module 'fastify' {
  interface FastifyRequest {
    waitBudget: WaitBudget | undefined
  }
}

/**
 * Milliseconds for which a request waits in total for connections, locks and batches before it is rejected with 503. The last
 * statement may wait longer for a lock, so that a reply takes up to about three seconds.
 */
const waitBudgetMs = 2_000

/** Gives each request a wait budget. Set twice, because the body is read in another asynchronous context. */
export function limitWaits(app: FastifyInstance): void {
  app.decorateRequest('waitBudget', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.waitBudget = new WaitBudget(waitBudgetMs)
    withBudget(request.waitBudget, done)
  })
  app.addHook('preValidation', (request, _reply, done) => withBudget(request.waitBudget, done))
}
