import type { contract } from '@playhouse/api-client/contract'
import { withUses } from '@playhouse/domain/address-use'
import { accountGiftAidWordings, isAccountGiftAidWording } from '@playhouse/domain/giving'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { applyAccess, readAccess, removeAccess } from '#modules/access'
import { addAddress, changeAddress, listAddresses, removeAddress } from '#modules/address'
import { requestGuestOrdersLink, changePassword, checkLogin, claimGuestOrders } from '#modules/auth'
import { listCards, preferCard, removeCard } from '#modules/card'
import { declareAccountGiftAid, readAccountGiftAid, readDonor, readPreferences, savePreferences } from '#modules/consent'
import { requestEmailChange, changeDetails, confirmEmailChange } from '#modules/customer'
import { cancelMandate, checkMandate, debitSchemeOf, listMandates, setUpMandate } from '#modules/payment'
import { answerSurvey, readSurvey } from '#modules/survey'
import { transact } from '#db'
import type { Call, Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'

type Me = Handlers<typeof contract.me>
type Named<Names extends keyof Me> = Pick<Me, Names>

/** Handlers for the details of a customer: name, contact data, credentials. */
export function detailsHandlers(
  context: AppContext,
): Named<
  | 'change'
  | 'changeEmail'
  | 'confirmEmail'
  | 'askGuestOrders'
  | 'claimGuestOrders'
  | 'setPassword'
  | 'contactPreferences'
  | 'setContactPreferences'
> {
  const { db, brand, throttle } = context
  /** Requires the password before changes that could take over the account from an open session. */
  const checkPassword = async ({ visitor, request }: Pick<Call<unknown>, 'visitor' | 'request'>, password: string) => {
    const { email } = visitor.customer!
    const rejection = (await throttle('login-account', email)) ?? (await throttle('login-address', networkOf(request.ip)))
    if (rejection) return rejection
    const login = await checkLogin(db, email, password, request.id)
    if (login.ok && login.value === visitor.customer!.id) return undefined
    return !login.ok && login.error.code === 'account-locked' ? login.error : ('wrong' as const)
  }
  return {
    change: async ({ visitor, body }) => {
      const result = await changeDetails(db, brand, visitor.customer!.id, body, visitor.actor)
      return result ? ok(result) : fail(problem('details-not-updated'))
    },
    changeEmail: async (call) => {
      const { visitor, body, request } = call
      const rejection = await checkPassword(call, body.currentPassword)
      if (rejection) return fail(rejection === 'wrong' ? problem('details-not-updated') : rejection)
      // Mails above the limit of an address are dropped silently: the reply is the same for all visitors.
      if (await throttle.mayMail('mail.email-change', body.email))
        await requestEmailChange(db, visitor.customer!.id, body.email, visitor.locale, request.id)
      return ok({ asked: true as const })
    },
    confirmEmail: async ({ visitor, body, request }) => {
      const rejection = await throttle('redeem', networkOf(request.ip))
      if (rejection) return fail(rejection)
      return confirmEmailChange(db, body.token, { customer: visitor.customer?.id, session: visitor.session }, request.id)
    },
    askGuestOrders: async ({ visitor }) => {
      const { id, email, is_guest } = visitor.customer!
      if (is_guest) return fail(problem('not-allowed'))
      if (await throttle.mayMail('mail.guest-orders', email)) await transact(db, (trx) => requestGuestOrdersLink(trx, id))
      return ok({ asked: true as const })
    },
    claimGuestOrders: async ({ visitor, body, request }) => {
      const rejection = await throttle('redeem', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const claimResult = await claimGuestOrders(db, body.token, visitor.customer!.id, request.id)
      return claimResult.ok ? ok({ moved: claimResult.value }) : claimResult
    },
    setPassword: async (call) => {
      const { visitor, body, request } = call
      const rejection = await checkPassword(call, body.currentPassword)
      if (rejection) return fail(rejection === 'wrong' ? problem('password-not-updated') : rejection)
      const customer = visitor.customer!.id
      const result = await changePassword(db, brand, customer, body.newPassword, request.id)
      if (!result.ok) return result
      await visitor.signIn(customer)
      return ok({ changed: true as const })
    },
    contactPreferences: async ({ visitor }) => ok(await readPreferences(context, visitor.customer!.id)),
    setContactPreferences: async ({ visitor, body: { source = 'account', ...preferences } }) =>
      savePreferences(context, visitor.customer!.id, { ...preferences, source }),
  }
}

/** Handlers for the address book, the access ID and the saved cards. Entries of other customers are not found. */
export function keepingHandlers({
  db,
  provider,
  throttle,
}: AppContext): Named<
  | 'addresses'
  | 'addAddress'
  | 'changeAddress'
  | 'removeAddress'
  | 'access'
  | 'applyAccess'
  | 'removeAccess'
  | 'cards'
  | 'preferCard'
  | 'removeCard'
> {
  const cardsOf = async (customer: string) => ok({ ...(await listCards(db, customer)), canKeep: provider.keepsCards })
  return {
    addresses: async ({ visitor }) => ok({ addresses: await listAddresses(db, visitor.customer!.id) }),
    addAddress: async ({ visitor, body }) => inBook(await addAddress(db, visitor.customer!.id, withUses(body), visitor.actor)),
    changeAddress: async ({ visitor, params, body }) =>
      inBook(await changeAddress(db, visitor.customer!.id, params.id, withUses(body), visitor.actor)),
    removeAddress: async ({ visitor, params }) => inBook(await removeAddress(db, visitor.customer!.id, params.id, visitor.actor)),
    access: async ({ visitor }) => ok(await readAccess(db, visitor.customer!.id)),
    applyAccess: async ({ visitor, body, request }) => {
      const { id, last_name: lastName } = visitor.customer!
      const rejection = (await throttle('access-id', id)) ?? (await throttle('access-network', networkOf(request.ip)))
      return rejection ? fail(rejection) : applyAccess(db, { id, lastName }, body.accessId, visitor.actor)
    },
    removeAccess: async ({ visitor }) => ok(await removeAccess(db, visitor.customer!.id, visitor.actor)),
    cards: async ({ visitor }) => cardsOf(visitor.customer!.id),
    preferCard: async ({ visitor, params }) => {
      const { id } = visitor.customer!
      return (await preferCard(db, id, params.id, visitor.actor)) ? cardsOf(id) : fail(problem('page-not-found'))
    },
    removeCard: async ({ visitor, params }) => {
      const { id } = visitor.customer!
      return (await removeCard(db, id, params.id, visitor.actor)) ? cardsOf(id) : fail(problem('page-not-found'))
    },
  }
}

/** Handlers for direct debit mandates. Those of other customers are not found. */
export function debitHandlers(context: AppContext): Named<'directDebits' | 'setUpDirectDebit' | 'directDebit' | 'cancelDirectDebit'> {
  const list = async (customer: string) =>
    ok({ directDebits: await listMandates(context.db, customer), canSetUp: debitSchemeOf(context) !== undefined })
  return {
    directDebits: async ({ visitor }) => list(visitor.customer!.id),
    setUpDirectDebit: async ({ visitor }) => {
      const rejection = await context.throttle('pay', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const setup = await setUpMandate(context, visitor.customer!, visitor.locale, visitor.actor)
      return setup.ok ? ok({ directDebit: setup.value.mandate, redirectUrl: setup.value.redirectUrl }) : setup
    },
    directDebit: async ({ visitor, params }) => {
      const { id } = visitor.customer!
      // Above the rate limit the stored state is returned, without a request to the provider.
      const isAsking = (await context.throttle.local('payment', id)) === undefined
      const mandate = await checkMandate(context, id, params.id, visitor.actor, isAsking)
      return mandate ? ok(mandate) : fail(problem('page-not-found'))
    },
    cancelDirectDebit: async ({ visitor, params }) => {
      const { id } = visitor.customer!
      const cancelled = await cancelMandate(context, id, params.id, visitor.actor)
      return cancelled.ok ? list(id) : cancelled
    },
  }
}

const inBook = (book: Awaited<ReturnType<typeof addAddress>>) => (book.ok ? ok({ addresses: book.value }) : book)

/** Questions that a brand may enable, such as Gift Aid and the survey. */
export function askingHandlers({ db, brand }: AppContext): Named<'giftAid' | 'setGiftAid' | 'survey' | 'answerSurvey'> {
  const { giftAid, cultureSurvey } = brand.features
  const missing = fail(problem('page-not-found'))
  const readDeclaration = async (customer: string) => {
    const declaration = await readAccountGiftAid(db, customer)
    return ok({
      wording: declaration?.wording ?? accountGiftAidWordings[0],
      isDeclared: declaration?.isDeclared ?? false,
      saidAt: declaration?.saidAt ?? null,
      donor: declaration?.donor ?? null,
      needsAddress: (await readDonor(db, customer)) === undefined,
    })
  }
  return {
    giftAid: async ({ visitor }) => (giftAid ? readDeclaration(visitor.customer!.id) : missing),
    setGiftAid: async ({ visitor, body }) => {
      if (!giftAid) return missing
      if (!isAccountGiftAidWording(body.wording)) return fail(problem('details-not-updated'))
      const { id } = visitor.customer!
      if (body.isDeclared && !(await readDonor(db, id))) return fail(problem('gift-aid-address-required'))
      await declareAccountGiftAid(db, id, body.isDeclared, body.wording)
      return readDeclaration(id)
    },
    survey: async ({ visitor }) => (cultureSurvey ? ok({ answers: await readSurvey(db, visitor.customer!.id) }) : missing),
    answerSurvey: async ({ visitor, body }) => {
      if (!cultureSurvey) return missing
      const { id } = visitor.customer!
      if (!(await answerSurvey(db, brand.account.survey, id, body.answers))) return fail(problem('details-not-updated'))
      return ok({ answers: await readSurvey(db, id) })
    },
  }
}
