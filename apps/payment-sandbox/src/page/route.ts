import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type CardBehaviour, readExpiry, recogniseCard } from '../card.ts'
import type { Config } from '../config.ts'
import { isPayable, type Session } from '../session.ts'
import type { CallbackDelivery } from '../callback.ts'
import { RefusedError } from '../refused-error.ts'
import type { SessionService } from '../session-service.ts'
import { renderChallenge, renderClosed, renderMissing, renderPayForm, renderWaiting } from './page.ts'
import type { Html } from './html.ts'

const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const stylesheet = readBeside('page.css')
const script = readBeside('waiting.js')
const byId = z.object({ id: z.string().max(100) })
const field = z.string().max(300).default('')
const formSchema = z.object({
  name: field,
  email: field,
  postcode: field,
  card: field,
  expiry: field,
  scenario: field,
  kept: field,
  keep: field,
})
const disputes = { dispute: 'open', disputeWon: 'won', disputeLost: 'lost' } as const
const actionSchema = z.object({ deed: z.enum(['dispute', 'disputeWon', 'disputeLost', 'dashboardRefund']) })
const answerSchema = z.object({ answer: z.enum(['approve', 'refuse']) })

/** Buttons that run one scenario each, whatever card is in the form. */
const scenarios: Record<string, { readonly card: CardBehaviour; readonly post?: CallbackDelivery }> = {
  pay: { card: 'success' },
  decline: { card: 'decline' },
  challenge: { card: 'challenge' },
  slow: { card: 'slow' },
  'callback-lost': { card: 'success', post: 'lost' },
  'callback-doubled': { card: 'success', post: 'doubled' },
  'callback-out-of-order': { card: 'success', post: 'out-of-order' },
}
/** Direct debits, and whether the bank pays them. */
const debits: Record<string, boolean> = { debit: true, 'debit-refused': false }

/** The payer's pages. The unguessable id of the session is the permission to open them. */
export function registerPages(app: FastifyInstance, sessionService: SessionService, { merchant }: Config): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    Object.fromEntries(new URLSearchParams(body.toString())),
  )
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RefusedError && error.status === 404) return send(reply.code(404), renderMissing())
    throw error
  })
  app.get('/page.css', async (_request, reply) => reply.type('text/css').header('cache-control', 'max-age=300').send(stylesheet))
  app.get('/waiting.js', async (_request, reply) => reply.type('text/javascript').header('cache-control', 'max-age=300').send(script))
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send())

  app.get('/pay/:id', async (request, reply) => show(reply, sessionService, byId.parse(request.params).id, merchant))

  app.post('/pay/:id', async (request, reply) => {
    const { id } = byId.parse(request.params)
    const form = formSchema.parse(request.body)
    if (form.scenario === 'cancel') return redirectToMerchant(reply, sessionService.cancel(id))
    if (form.scenario === 'mobile') return continuePayment(reply, sessionService.payByMobile(id))
    const isPaid = debits[form.scenario]
    if (isPaid !== undefined) return redirectToMerchant(reply, sessionService.promise(id, isPaid))
    const played = scenarios[form.scenario]
    if (played) return continuePayment(reply, sessionService.pay(id, played.card, played))
    const session = sessionService.read(id)
    const savedCard = sessionService.cardsOf(session).find(({ token }) => token === form.kept)
    if (savedCard) return continuePayment(reply, sessionService.pay(id, savedCard.behaviour))
    const behaviour = recogniseCard(form.card)
    // The expiry date is used only for a card to save.
    const expires = readExpiry(form.expiry)
    const isKept = form.keep !== '' || session.savesCard === 'always'
    if (behaviour && !isKept) return continuePayment(reply, sessionService.pay(id, behaviour))
    if (behaviour && expires)
      return continuePayment(
        reply,
        sessionService.pay(id, behaviour, { toKeep: { behaviour, cardholder: form.name, expires, postcode: form.postcode } }),
      )
    if (!isPayable(session)) return redirectToMerchant(reply, session)
    const typed = { ...form, fault: behaviour ? 'expiry' : 'card' } as const
    return send(reply.code(422), renderPayForm(session, merchant, sessionService.cardsOf(session), typed), session)
  })

  app.get('/pay/:id/state', async (request, reply) =>
    reply.header('cache-control', 'no-store').send({ isWaiting: isWaiting(sessionService.read(byId.parse(request.params).id)) }),
  )
  app.get('/pay/:id/next', async (request, reply) => continuePayment(reply, sessionService.read(byId.parse(request.params).id)))

  app.post('/pay/:id/answer-now', async (request, reply) => continuePayment(reply, sessionService.answerNow(byId.parse(request.params).id)))

  app.post('/pay/:id/afterwards', async (request, reply) => {
    const { id } = byId.parse(request.params)
    const { deed } = actionSchema.parse(request.body)
    const { amount, refunded } = sessionService.read(id)
    if (deed === 'dashboardRefund') sessionService.refundInDashboard(id, amount - refunded)
    else sessionService.dispute(id, disputes[deed])
    return reply.redirect(`/pay/${id}`, 303)
  })

  app.post('/pay/:id/challenge', async (request, reply) => {
    const { answer } = answerSchema.parse(request.body)
    return continuePayment(reply, sessionService.answerChallenge(byId.parse(request.params).id, answer === 'approve'))
  })
}

const isWaiting = (session: Session): boolean => isPayable(session) && session.pending?.kind === 'slow'

/** After a form: redirects to the merchant if the session has ended, else to the page, so that a reload submits nothing twice. */
function continuePayment(reply: FastifyReply, session: Session) {
  return isPayable(session) ? reply.redirect(`/pay/${session.id}`, 303) : redirectToMerchant(reply, session)
}

/** Whether the payer has completed all steps. */
const isThrough = ({ status }: Session): boolean => status === 'succeeded' || status === 'processing' || status === 'failed'

function redirectToMerchant(reply: FastifyReply, session: Session) {
  if (session.status === 'expired') return reply.redirect(`/pay/${session.id}`, 303)
  return reply.redirect(isThrough(session) ? session.returnUrl : session.cancelUrl, 303)
}

function show(reply: FastifyReply, sessionService: SessionService, id: string, merchant: string) {
  const session = sessionService.read(id)
  if (!isPayable(session)) return send(reply, renderClosed(session, merchant), session)
  if (session.pending?.kind === 'challenge') return send(reply, renderChallenge(session, merchant), session)
  if (isWaiting(session)) return send(reply, renderWaiting(session, merchant), session)
  return send(reply, renderPayForm(session, merchant, sessionService.cardsOf(session)), session)
}

function send(reply: FastifyReply, page: Html, session?: Session) {
  // Browsers also apply form-action to a form's redirect, so the merchant's addresses are allowed.
  const origins = session ? [session.returnUrl, session.cancelUrl].map((url) => new URL(url).origin) : []
  const formAction = ["'self'", ...new Set(origins)].join(' ')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(page.text)
}
