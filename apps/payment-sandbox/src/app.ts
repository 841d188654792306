import fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { registerApi } from './api.ts'
import type { Config } from './config.ts'
import { CallbackSender } from './callback-sender.ts'
import { Ledger } from './ledger.ts'
import { CardTerminal, registerTerminalPage, registerTerminalApi } from './card-terminal.ts'
import { requirePassword } from './password.ts'
import { MandateService } from './mandate.ts'
import { registerMandatePage } from './page/mandate-page.ts'
import { registerPages } from './page/route.ts'
import { RefusedError } from './refused-error.ts'
import { SessionService } from './session-service.ts'

/** Interval between checks for expired sessions and due callbacks, in milliseconds. */
const heartbeat = 100

/** The sandbox's HTTP server, not listening yet. When it is closed, pending callbacks are finished. */
export function buildApp(config: Config): FastifyInstance {
  const ledger = new Ledger(config.dataFolder)
  const sessionService = new SessionService(ledger, config.account, config.slowness)
  const mandates = new MandateService(ledger, config.account)
  const courier = new CallbackSender(ledger, config.secret, config.firstRetry)

  const app = fastify({ bodyLimit: 64 * 1024 })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RefusedError) return reply.code(error.status).send({ error: error.message })
    if (error instanceof ZodError) return reply.code(400).send({ error: 'not understood', issues: error.issues })
    const status = statusOf(error)
    if (status >= 500) console.error(error)
    return reply.code(status).send({ error: status >= 500 ? 'the sandbox broke' : 'not understood' })
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  const pad = new CardTerminal(sessionService, config.padPatience)
  app.register(async (api) => {
    registerApi(api, sessionService, mandates, config)
    registerTerminalApi(api, pad)
  })
  app.register(async (pages) => {
    requirePassword(pages, config.password)
    registerPages(pages, sessionService, config)
    registerMandatePage(pages, mandates, config)
  })
  app.register(async (pages) => {
    requirePassword(pages, config.password)
    registerTerminalPage(pages, pad, config)
  })

  const beat = setInterval(() => {
    sessionService.wake(Date.now())
    courier.sendDue(Date.now())
  }, heartbeat)
  app.addHook('onClose', async () => {
    clearInterval(beat)
    await courier.rest()
    ledger.close()
  })
  return app
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
