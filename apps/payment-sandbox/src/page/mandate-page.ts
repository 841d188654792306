import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { possibleDecisions, type Mandate, mandateDecisions, type MandateService } from '../mandate.ts'
import { type Html, html } from './html.ts'
import { languageTag, renderDocument } from './page.ts'
import { translate, type Word } from './words/index.ts'

const byId = z.object({ id: z.string().max(100) })
const formSchema = z.object({ deed: z.enum(mandateDecisions) })

/** The page on which a payer agrees to a direct debit. It also has the bank's decisions, for testers. */
function renderMandate(mandate: Mandate, merchant: string): Html {
  const t = (word: Word) => translate(mandate.locale, word, { merchant })
  // There is nothing to cancel before the payer agrees.
  const decisions = possibleDecisions(mandate.state).filter((decision) => decision !== 'revoke' || mandate.state !== 'created')
  const buttons = decisions.map(
    (decision) =>
      html`<button class="${decision === 'agree' ? 'primary' : 'quiet'}" name="deed" value="${decision}">
        ${t(`mandate.${decision}`)}
      </button>`,
  )
  const title = t('mandate.title')
  const body = html`<header><strong>${t('testBanner')}</strong> <span>${t('testNote')}</span></header>
    <main class="card">
      <h1>${title}</h1>
      <p>${t(`mandate.is.${mandate.state}`)}</p>
      <form class="situations" method="post" action="/mandate/${mandate.id}">${buttons}</form>
      <a href="${mandate.state === 'failed' ? mandate.cancelUrl : mandate.returnUrl}">${t('back')}</a>
    </main>`
  return renderDocument(languageTag(mandate.locale), title, body, html``)
}

/** Registers the payer's page of a mandate. The unguessable id is the permission to open it. */
export function registerMandatePage(app: FastifyInstance, mandates: MandateService, { merchant }: Config): void {
  const send = (reply: FastifyReply, mandate: Mandate) => {
    const origins = [...new Set([mandate.returnUrl, mandate.cancelUrl].map((url) => new URL(url).origin))].join(' ')
    const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${origins}; base-uri 'none'; frame-ancestors 'none'`
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(renderMandate(mandate, merchant).text)
  }
  app.get('/mandate/:id', async (request, reply) => send(reply, mandates.read(byId.parse(request.params).id)))
  app.post('/mandate/:id', async (request, reply) => {
    const { id } = byId.parse(request.params)
    const { deed } = formSchema.parse(request.body)
    const mandate = mandates.decide(id, deed)
    if (deed === 'leave') return reply.redirect(mandate.cancelUrl, 303)
    return reply.redirect(deed === 'agree' || deed === 'agreeUnpaid' ? mandate.returnUrl : `/mandate/${id}`, 303)
  })
}
