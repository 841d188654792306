import type { Locale } from '@playhouse/domain/locale'
import { intlLocale } from '@playhouse/domain/money'
import { mobilePayments, testCards } from '../card.ts'
import type { KeptCard, Session } from '../session.ts'
import { type Html, html } from './html.ts'
import { translate, type Word } from './words/index.ts'

/** The values of a rejected form, and its invalid fields. */
export type Typed = {
  readonly name: string
  readonly email: string
  readonly postcode: string
  readonly expiry: string
  readonly fault: 'card' | 'expiry'
}
type Translate = (word: Word) => string

/** The page with the card form and the list of test scenarios. */
export function renderPayForm(session: Session, merchant: string, savedCards: readonly KeptCard[], typed?: Typed): Html {
  const t = createTranslate(session, merchant)
  const isDeclined = session.status === 'declined'
  const postcode = typed?.postcode ?? session.customer?.postcode ?? ''
  return renderShell(
    session,
    merchant,
    html` <div class="sides">
      ${renderOrder(session, merchant)}
      <main>
        <form method="post" action="/pay/${session.id}">
          ${isDeclined && !typed && html`<p class="alert" role="alert">${t('declined')}</p>`}
          <fieldset>
            <legend>${t('yourDetails')}</legend>
            ${renderField({ id: 'name', label: t('name'), value: typed?.name ?? session.customer?.name ?? '', autocomplete: 'name' })}
            ${renderField({ id: 'email', label: t('email'), value: typed?.email ?? session.customer?.email ?? '', autocomplete: 'email', type: 'email' })}
            ${renderField({ id: 'postcode', label: t('postcode'), value: postcode, autocomplete: 'postal-code' })}
          </fieldset>
          <fieldset>
            <legend>${t('cardDetails')}</legend>
            ${savedCards.length > 0 && renderKeptCards(t, savedCards, typed !== undefined)}
            <div class="new-card">
              ${renderCardField(t, typed?.fault === 'card')}
              <div class="pair">
                ${renderField({ id: 'expiry', label: t('expiry'), value: typed?.expiry ?? '12/34', autocomplete: 'off' })}
                ${renderField({ id: 'code', label: t('code'), value: '123', autocomplete: 'off' })}
              </div>
              ${typed?.fault === 'expiry' && html`<p class="alert" role="alert">${t('expiryWrong')}</p>`}
              ${session.keptCards && renderKeepChoice(session, t)}
            </div>
          </fieldset>
          <button class="primary">${t('pay')}</button>
          <button class="quiet" name="scenario" value="cancel" formnovalidate>${t('cancel')}</button>
        </form>
      </main>
      ${renderTestPanel(session, t)}
    </div>`,
  )
}

/** The question whether the card is saved, or the note that it is where the payer has agreed to later charges. */
const renderKeepChoice = ({ savesCard }: Session, t: Translate): Html =>
  savesCard === 'always'
    ? html`<p class="soft">${t('keepsCard')}</p>`
    : html`<label class="choice"><input type="checkbox" name="keep" value="yes" /> ${t('keepCard')}</label>`

/** The bank's confirmation page, 3-D Secure. */
export function renderChallenge(session: Session, merchant: string): Html {
  const t = createTranslate(session, merchant)
  return renderShell(
    session,
    merchant,
    html` <main class="card">
      <h1>${t('challengeTitle')}</h1>
      <p>${t('challengeText')}</p>
      <form class="row" method="post" action="/pay/${session.id}/challenge">
        <button class="primary" name="answer" value="approve">${t('approve')}</button>
        <button class="quiet" name="answer" value="refuse">${t('refuse')}</button>
      </form>
    </main>`,
  )
}

/** The page of a slow bank. A script polls every second; without script there is a link. */
export function renderWaiting(session: Session, merchant: string): Html {
  const t = createTranslate(session, merchant)
  const body = html` <main class="card">
    <h1>${t('waitingTitle')}</h1>
    <div class="thinking" aria-hidden="true"></div>
    <p role="status">${t('waitingText')}</p>
    <a href="/pay/${session.id}/next">${t('askAgain')}</a>
    ${renderAnswerNow(session, t)}
  </main>`
  return renderShell(session, merchant, body, html`<script src="/waiting.js" defer></script>`)
}

/** An ended session: its outcome, and the link back to the shop. */
export function renderClosed(session: Session, merchant: string): Html {
  const t = createTranslate(session, merchant)
  const statuses = ['succeeded', 'processing', 'failed', 'cancelled', 'expired'] as const
  const status = statuses.find((each) => each === session.status) ?? 'expired'
  const url = status === 'cancelled' || status === 'expired' ? session.cancelUrl : session.returnUrl
  return renderShell(
    session,
    merchant,
    html` <main class="card">
      <h1>${t(`${status}Title`)}</h1>
      <p>${t(session.paidBy === undefined ? `${status}Text` : 'paidByMobile')}</p>
      <a class="primary" href="${url}">${t('back')}</a>
      ${status === 'processing' && renderAnswerNow(session, t)} ${status === 'succeeded' && renderAfterwards(session, t)}
    </main>`,
  )
}

/** Lets a tester end the delay of a slow bank. */
function renderAnswerNow(session: Session, t: Translate): Html {
  return html`<form method="post" action="/pay/${session.id}/answer-now"><button class="quiet">${t('answerNow')}</button></form>`
}

/** Actions on a paid payment: the tester acts as the payer's bank or in the merchant's dashboard. */
function renderAfterwards({ id, dispute, refunded, amount }: Session, t: Translate): Html {
  const actions = [
    ...(dispute === undefined ? (['dispute'] as const) : []),
    ...(dispute === 'open' ? (['disputeWon', 'disputeLost'] as const) : []),
    ...(refunded < amount ? (['dashboardRefund'] as const) : []),
  ]
  if (actions.length === 0) return html``
  const buttons = actions.map((action) => html`<button class="quiet" name="deed" value="${action}">${t(action)}</button>`)
  return html`<h2>${t('afterwards')}</h2>
    <form class="situations" method="post" action="/pay/${id}/afterwards">${buttons}</form>`
}

/** The page of an unknown session, in English because its language is unknown. */
export function renderMissing(): Html {
  const title = translate('en', 'missingTitle')
  const body = html`<main class="card">
    <h1>${title}</h1>
    <p>${translate('en', 'missingText')}</p>
  </main>`
  return renderDocument('en', title, body, html``)
}

function renderOrder(session: Session, merchant: string): Html {
  const t = createTranslate(session, merchant)
  const lines = session.lines.map(
    (line) =>
      html`<div>
        <dt>${line.description}</dt>
        <dd>${formatAmount(line.amount, session)}</dd>
      </div>`,
  )
  return html` <section class="order" aria-labelledby="pay-to">
    <h1 id="pay-to">${t('payTo')}</h1>
    <p class="amount">${formatAmount(session.amount, session)}</p>
    <p>${session.description}</p>
    ${
      lines.length > 0 &&
      html` <h2>${t('yourOrder')}</h2>
        <dl>
          ${lines}
          <div class="sum">
            <dt>${t('total')}</dt>
            <dd>${formatAmount(session.amount, session)}</dd>
          </div>
        </dl>`
    }
    <p class="soft">${t('payBy')}</p>
  </section>`
}

/** The payer's saved cards, the first one preselected, and the choice of another card. */
function renderKeptCards(t: Translate, cards: readonly KeptCard[], isOtherChosen: boolean): Html {
  const choice = (token: string, label: Html, isChosen: boolean): Html =>
    html`<label class="choice"><input type="radio" name="kept" value="${token}" ${isChosen && html`checked`} /> ${label}</label>`
  return html` <div class="choices" role="radiogroup" aria-label="${t('payWith')}">
    ${cards.map(({ token, masked, expires }, index) =>
      choice(token, html`${masked} <span class="soft">${expires.slice(5)}/${expires.slice(2, 4)}</span>`, index === 0 && !isOtherChosen),
    )}
    ${choice('', html`${t('otherCard')}`, isOtherChosen)}
  </div>`
}

function renderCardField(t: Translate, isUnknown: boolean): Html {
  return html` <label for="card">${t('cardNumber')}</label>
    <input
      id="card"
      name="card"
      required
      inputmode="numeric"
      autocomplete="off"
      spellcheck="false"
      value="${testCards.success}"
      ${isUnknown && html`aria-invalid="true" autofocus`}
      aria-describedby="card-note"
    />
    <p id="card-note" class="${isUnknown ? 'alert' : 'soft'}">${t(isUnknown ? 'cardUnknown' : 'cardHint')}</p>`
}

function renderField(field: { id: string; label: string; value: string; autocomplete: string; type?: string }): Html {
  return html` <div>
    <label for="${field.id}">${field.label}</label>
    <input id="${field.id}" name="${field.id}" type="${field.type ?? 'text'}" value="${field.value}" autocomplete="${field.autocomplete}" />
  </div>`
}

const cardWords = {
  success: 'cardSuccess',
  decline: 'cardDecline',
  challenge: 'cardChallenge',
  slow: 'cardSlow',
  'declined-later': 'cardDeclinedLater',
  'refund-fails': 'cardRefundFails',
  'refund-refused': 'cardRefundRefused',
} as const satisfies Record<string, Word>
const scenarioWords = {
  pay: 'scenarioPay',
  decline: 'scenarioDecline',
  cancel: 'scenarioCancel',
  challenge: 'scenarioChallenge',
  slow: 'scenarioSlow',
  'callback-lost': 'scenarioLost',
  'callback-doubled': 'scenarioDoubled',
  'callback-out-of-order': 'scenarioOutOfOrder',
  debit: 'scenarioDebit',
  'debit-refused': 'scenarioDebitRefused',
} as const satisfies Record<string, Word>

function renderTestPanel(session: Session, t: Translate): Html {
  const cards = Object.entries(cardWords).map(
    ([behaviour, word]) => html`<li><code>${testCards[behaviour as keyof typeof cardWords]}</code> ${t(word)}</li>`,
  )
  const buttons = Object.entries(scenarioWords).map(
    ([scenario, word]) => html`<button name="scenario" value="${scenario}">${t(word)}</button>`,
  )
  const mobile = mobilePayments[session.currency]
  const mobileButton = mobile !== undefined && html`<button name="scenario" value="mobile">${mobile}</button>`
  return html` <aside aria-labelledby="test-cards">
    <h2 id="test-cards">${t('testCards')}</h2>
    <ul>
      ${cards}
    </ul>
    <h2 id="situations">${t('scenarios')}</h2>
    <p class="soft">${t('scenariosNote')}</p>
    <form class="situations" method="post" action="/pay/${session.id}" aria-labelledby="situations">${mobileButton}${buttons}</form>
  </aside>`
}

function renderShell(session: Session, merchant: string, body: Html, head: Html = html``): Html {
  const t = createTranslate(session, merchant)
  const banner = html`<header><strong>${t('testBanner')}</strong> <span>${t('testNote')}</span></header>`
  return renderDocument(languageTag(session.locale), t('title'), html`${banner}${body}`, head)
}

export function renderDocument(language: string, title: string, body: Html, head: Html): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/page.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `
}

function createTranslate(session: Session, merchant: string): Translate {
  const values = {
    merchant,
    amount: formatAmount(session.amount, session),
    card: session.pending?.card ?? session.cardMasked ?? '',
    app: session.paidBy ?? '',
    time: formatMinutes(Math.max(1, Math.floor((session.expiresAt - Date.now()) / 60_000)), session.locale),
  }
  return (word) => translate(session.locale, word, values)
}

function formatAmount(minorUnits: number, { currency, locale }: Session): string {
  return new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minorUnits / 100,
  )
}

/** `5 minutes`: a duration, because the payer's time zone is unknown. */
function formatMinutes(minutes: number, locale: Locale): string {
  if (locale === 'ht') return `${minutes} minit`
  return new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
}

/** Intl has no data for Haitian Creole: `intlLocale` formats its numbers as Haitian French. */
export const languageTag = (locale: Locale): string => (locale === 'ht' ? locale : intlLocale(locale))
