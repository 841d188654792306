import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from './config.ts'
import { isEqualText } from './password.ts'
import { describeSession, offSessionSchema, sessionRequestSchema } from './session.ts'
import { RefusedError } from './refused-error.ts'
import { describeMandate, mandateRequestSchema, type MandateService } from './mandate.ts'
import type { SessionService } from './session-service.ts'

const refundSchema = z.strictObject({ amount: z.int().positive() })
const listSchema = z.object({
  since: z.iso.datetime().transform((instant) => Date.parse(instant)),
  after: z.coerce.number().int().optional(),
})
const disputeSchema = z.strictObject({ state: z.enum(['open', 'won', 'lost']) })
const customerSchema = z.strictObject({ reference: z.string().min(1).max(300) })
const byId = z.object({ id: z.string().max(100) })
const ofRefund = byId.extend({ refund: z.string().max(100) })
const idempotencyKey = z.string().min(1).max(200)

/** Registers the API for merchants. Requests authenticate with the secret as bearer token. */
export function registerApi(
  app: FastifyInstance,
  sessionService: SessionService,
  mandates: MandateService,
  { secret, account, publicUrl }: Config,
): void {
  app.addHook('onRequest', async (request) => {
    if (!isEqualText(request.headers.authorization ?? '', `Bearer ${secret}`)) throw new RefusedError(401, 'a bearer token is required')
  })
  const keyOf = (headers: Record<string, unknown>): string => idempotencyKey.parse(headers['idempotency-key'])

  app.post('/sessions', async (request, reply) => {
    const sessionRequest = sessionRequestSchema.parse(request.body)
    if (keyOf(request.headers) !== sessionRequest.attemptId) throw new RefusedError(400, 'the Idempotency-Key is the attempt’s id')
    const { session, isNew } = sessionService.open(sessionRequest)
    return reply.code(isNew ? 201 : 200).send(describeSession(session, account, publicUrl))
  })

  app.get('/payments', async (request) => {
    const { since, after } = listSchema.parse(request.query)
    const { sessions, next } = sessionService.listPaid(since, after)
    return { sessions: sessions.map((session) => describeSession(session, account, publicUrl)), next: next?.toString() }
  })

  app.get('/payments/:id', async (request) => {
    const { id, dispute, amount } = sessionService.read(byId.parse(request.params).id)
    return { sessionId: id, dispute: dispute && { state: dispute, amount } }
  })

  app.post('/sessions/:id/dispute', async (request) => {
    const { state } = disputeSchema.parse(request.body)
    return describeSession(sessionService.dispute(byId.parse(request.params).id, state), account, publicUrl)
  })

  app.get('/sessions/:id', async (request) => describeSession(sessionService.read(byId.parse(request.params).id), account, publicUrl))

  app.post('/sessions/:id/expire', async (request) =>
    describeSession(sessionService.expire(byId.parse(request.params).id), account, publicUrl),
  )

  app.post('/off-session-charges', async (request) => {
    const charge = offSessionSchema.parse(request.body)
    if (keyOf(request.headers) !== charge.attemptId) throw new RefusedError(400, 'the Idempotency-Key is the attempt’s id')
    return describeSession(sessionService.chargeOffSession(charge), account, publicUrl)
  })

  app.post('/customers', async (request) => sessionService.createCustomer(customerSchema.parse(request.body).reference))

  app.post('/mandates', async (request) => {
    const asked = mandateRequestSchema.parse(request.body)
    if (keyOf(request.headers) !== asked.mandateId) throw new RefusedError(400, 'the Idempotency-Key is the mandate’s id')
    return describeMandate(mandates.create(asked), account, publicUrl)
  })

  app.get('/mandates/:id', async (request) => describeMandate(mandates.read(byId.parse(request.params).id), account, publicUrl))

  app.post('/mandates/:id/cancel', async (request) =>
    describeMandate(mandates.decide(byId.parse(request.params).id, 'revoke'), account, publicUrl),
  )

  app.delete('/customers/:id', async (request, reply) => {
    sessionService.forgetCustomer(byId.parse(request.params).id)
    return reply.code(204).send()
  })

  app.delete('/cards/:id', async (request, reply) => {
    sessionService.forgetCard(byId.parse(request.params).id)
    return reply.code(204).send()
  })

  app.get('/sessions/:id/refunds/:refund', async (request) => {
    const { id, refund } = ofRefund.parse(request.params)
    return sessionService.readRefund(id, refund)
  })

  app.get('/sessions/:id/refunds', async (request) => sessionService.listRefunds(byId.parse(request.params).id))

  app.post('/sessions/:id/dashboard-refunds', async (request, reply) => {
    const { amount } = refundSchema.parse(request.body)
    return reply.code(201).send(sessionService.refundInDashboard(byId.parse(request.params).id, amount))
  })

  app.post('/sessions/:id/refunds', async (request, reply) => {
    const { amount } = refundSchema.parse(request.body)
    return reply.code(201).send(sessionService.refund(byId.parse(request.params).id, amount, keyOf(request.headers)))
  })
}
