import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type Database, isBusy, isConnectionLost, newId } from '#db'
import { adoptBasket, type AdoptedBasket, type BasketDeps, expireIfLapsed, findBasket, findKeptBasket, openBasket } from '#modules/basket'
import { transferQueueEntry } from '#modules/queue'
import {
  beginSession,
  endSession,
  clearIdentity,
  setSessionBasket,
  hasSessionChanged,
  rememberPayment,
  newSession,
  resumeSession,
  sessionKeyOf,
  type VisitorSession,
  type SessionContent,
} from '#modules/session'
import type { Throttle } from '#modules/throttle'
import type { Visitor } from '../call.ts'
import type { MaintenanceGate } from './maintenance-gate.ts'
import type { BasketCookie } from './basket-cookie.ts'
import type { FirstVisits } from './first-visit.ts'
import type { QueueGate } from './queue-gate.ts'
import { localeOf } from './locale.ts'
import { visitorNetwork } from './network.ts'
import type { UnknownSessions } from './unknown-session.ts'

type VisitorContext = BasketDeps & { readonly db: Kysely<Database>; readonly secure: boolean; readonly throttle: Throttle }

declare module 'fastify' {
  interface FastifyInstance {
    appContext: VisitorContext
    queueGate: QueueGate
    firstVisits: FirstVisits
    basketCookie: BasketCookie
    maintenanceGate: MaintenanceGate
    unknownSessions: UnknownSessions
  }
  interface FastifyRequest {
    visitor: Promise<Visitor> | undefined
  }
}

/** `__Host-` only behind TLS: a browser refuses the prefix on plain http. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-sid' : 'sid')

/** The visitor behind a request, looked up once. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  request.visitor ??= createVisitor(request, reply)
  return request.visitor
}

/**
 * The visit behind a cookie. Routes that only read do without it while the database is unavailable or overloaded.
 * @throws an error of status 429 for a session that this process does not know, from a network that sent too many unknown ones
 */
async function readVisit({ server, routeOptions, ip }: FastifyRequest, secret: string): Promise<VisitorSession | undefined> {
  const { db, brand } = server.appContext
  const [network, key] = [visitorNetwork(ip), sessionKeyOf(secret)]
  if (!server.unknownSessions.mayRead(network, key)) {
    if (routeOptions.config.isBrowsing) return undefined
    throw Object.assign(new Error('too many unknown sessions from one network'), { statusCode: 429 })
  }
  try {
    const visit = await resumeSession(db, secret, brand.limits.sessionIdleSeconds)
    await server.unknownSessions.note(network, key, visit !== undefined)
    return visit
  } catch (error) {
    if (!routeOptions.config.isBrowsing || !(isConnectionLost(error) || isBusy(error))) throw error
    return undefined
  }
}

/** The basket of the browser's cookie. Routes that only read do without it while the database is unavailable or overloaded. */
async function readKeptBasket({ server, routeOptions }: FastifyRequest, id: string): Promise<string | undefined> {
  const { db, brand } = server.appContext
  try {
    return await findKeptBasket(db, brand, id)
  } catch (error) {
    if (!routeOptions.config.isBrowsing || !(isConnectionLost(error) || isBusy(error))) throw error
    return undefined
  }
}

async function createVisitor(request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const { appContext } = request.server
  const { db, brand, secure } = appContext
  const name = cookieName(secure)
  const secret = request.cookies[name]
  let visit: VisitorSession | undefined = secret ? await readVisit(request, secret) : undefined
  let otherBasket: AdoptedBasket['other']

  const { basketCookie, firstVisits } = request.server
  /** The secret that their first visit begins with, as long as they have none. */
  let firstSecret = visit ? undefined : firstVisits.secretOf(request)
  const setCookie = (value: string): void => {
    void reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure })
    firstVisits.forget(request, reply)
    firstSecret = undefined
  }
  /** Resumes a session whose first reply was lost. */
  const resumeFirstVisit = async (): Promise<void> => {
    const resumedVisit = firstSecret === undefined ? undefined : await readVisit(request, firstSecret)
    if (!resumedVisit) return
    visit = resumedVisit
    setCookie(firstSecret!)
  }
  if (!request.routeOptions.config.isRush) await resumeFirstVisit()
  const rememberedBasket = visit?.basketId === undefined ? basketCookie.basketOf(request) : undefined
  let keptBasket = rememberedBasket === undefined ? undefined : await readKeptBasket(request, rememberedBasket)
  const currentBasketId = (): string | undefined => visit?.basketId ?? keptBasket
  const actorNow = () => {
    const name = visit?.customer ? `customer ${visit.customer.id}` : 'guest'
    return { name, requestId: request.id, network: visitorNetwork(request.ip) }
  }
  /** Whether an error was a conflict with a session started earlier or changed in another tab; that session is read again. */
  const recoverFromConflict = async (error: unknown): Promise<boolean> => {
    if (!hasSessionChanged(error)) return false
    if (visit && secret) visit = await readVisit(request, secret)
    else await resumeFirstVisit()
    firstSecret = undefined
    return true
  }
  const startVisit = async (content: SessionContent, firstSecretOfVisit?: string): Promise<void> => {
    const { secret: fresh, key } = await beginSession(db, content, firstSecretOfVisit)
    setCookie(fresh)
    visit = { key, customer: undefined, basketId: content.basket, hasLinkAccess: content.hasLinkAccess ?? false, payment: content.payment }
  }
  const ensureSession = async (): Promise<string> => {
    try {
      if (!visit) await startVisit({}, firstSecret)
    } catch (error) {
      if (!(await recoverFromConflict(error))) throw error
      if (!visit) await startVisit({})
    }
    return visit!.key
  }
  /**
   * Continues as another customer, under a new session id. A guest has no password to sign in again when the reply is lost: the
   * anonymous session ends only when the new one is used.
   */
  const changeIdentity = async (
    content: { customer: string; basket: string | undefined; hasLinkAccess?: boolean },
    isGuest = false,
  ): Promise<void> => {
    const before = visit
    const isLeftInTurn = isGuest && before?.customer === undefined
    await startVisit({ ...content, payment: before?.payment, ...(isLeftInTurn && { follows: before?.key }) })
    if (before) {
      const [from, to] = [before.key, visit!.key]
      await request.server.maintenanceGate.followSession(request, reply, from, to)
      await request.server.queueGate.followSession(request, reply, { from, to }, (place) => transferQueueEntry(db, place, from, to))
      if (!isLeftInTurn) await endSession(db, before.key)
    }
    const row = await db.selectFrom('customer').selectAll().where('id', '=', content.customer).executeTakeFirstOrThrow()
    visit = { ...visit!, customer: row }
  }
  const buyerId = (): string | null => (visit?.hasLinkAccess ? null : (visit?.customer?.id ?? null))
  const keepBasket = async (id: string): Promise<void> => {
    const key = await ensureSession()
    visit = { ...visit!, basketId: await setSessionBasket(db, key, id, visit!.basketId) }
  }
  const ensureBasket = async (): Promise<string> => {
    const id = currentBasketId()
    const current = id === undefined ? undefined : await findBasket(db, id)
    const isCurrent = current?.lapsedNow
      ? await expireIfLapsed(db, current.id, actorNow())
      : current?.state === 'open' || current?.state === 'paying'
    if (current && isCurrent) {
      if (visit?.basketId !== current.id) await keepBasket(current.id)
      return visit!.basketId!
    }
    const newBasket = current && {
      delivery: current.delivery,
      billing: current.billing,
      notes: current.notes,
      promo: current.state === 'completed' ? null : current.promo,
      single_use_code: current.state === 'completed' ? null : current.single_use_code,
      named_code: current.state === 'completed' ? null : current.named_code,
      adds_to_order: current.state === 'expired' ? current.adds_to_order : null,
    }
    await keepBasket(await openBasket(db, brand, { ...newBasket, customer_id: buyerId() }))
    return visit!.basketId!
  }

  return {
    get actor() {
      return actorNow()
    },
    get locale() {
      return localeOf(request, brand)
    },
    get customer() {
      return visit?.customer
    },
    get hasLinkAccess() {
      return visit?.hasLinkAccess ?? false
    },
    get basketId() {
      return currentBasketId()
    },
    get session() {
      return visit?.key
    },
    get payment() {
      return visit?.payment
    },
    get otherBasket() {
      return otherBasket
    },
    ensureBasket,
    async fillBasket(take) {
      // A basket that lapses before its seats are held is replaced, like one that has lapsed before the request.
      const fillOpen = async (): ReturnType<typeof take> => {
        const taken = await take(await ensureBasket())
        return taken.ok || taken.error.code !== 'basket-expired' ? taken : take(await ensureBasket())
      }
      if (currentBasketId() !== undefined) return fillOpen()
      const fill = async (): ReturnType<typeof take> => {
        const [id, newVisit] = [newId(), visit ? undefined : newSession(firstSecret)]
        const key = visit?.key ?? newVisit!.key
        const takeResult = await take({ id, seed: { customer_id: buyerId() }, visit: { key, isNew: newVisit !== undefined } })
        if (!takeResult.ok) return takeResult
        if (newVisit) setCookie(newVisit.secret)
        visit = { key, customer: visit?.customer, basketId: id, hasLinkAccess: visit?.hasLinkAccess ?? false, payment: visit?.payment }
        return takeResult
      }
      try {
        const fillResult = await fill()
        if (fillResult.ok || firstSecret === undefined) return fillResult
        // The seats may be held by the visitor's own session, whose reply was lost.
        await resumeFirstVisit()
        return visit ? fillOpen() : fillResult
      } catch (error) {
        if (!(await recoverFromConflict(error))) throw error
        return visit ? fillOpen() : fill()
      }
    },
    useBasket: keepBasket,
    rememberBasket() {
      const id = currentBasketId()
      const hasAccount = visit?.customer !== undefined && !visit.customer.is_guest && !visit.hasLinkAccess
      if (id !== undefined && !hasAccount) basketCookie.remember(reply, id)
    },
    async keepPayment(payment) {
      const key = await ensureSession()
      await rememberPayment(db, key, payment)
      visit = { ...visit!, payment }
    },
    ensureSession,
    async signIn(customer, isGuest) {
      const actor = { name: `customer ${customer}`, requestId: request.id, network: visitorNetwork(request.ip) }
      const adoption = await adoptBasket(appContext, customer, currentBasketId(), actor)
      otherBasket = adoption.other
      await changeIdentity({ customer, basket: adoption.basket }, isGuest)
      if (!isGuest) basketCookie.forget(request, reply)
    },
    async viewAsGuest(guest) {
      // The basket of a customer with an account stays with the account.
      const isOthers = visit?.customer !== undefined && !visit.customer.is_guest
      await changeIdentity({ customer: guest, basket: isOthers ? undefined : currentBasketId(), hasLinkAccess: true })
    },
    async clearIdentity() {
      if (!visit) return
      await clearIdentity(db, visit.key)
      visit = { ...visit, customer: undefined, hasLinkAccess: false }
    },
    async signOut() {
      if (visit) await endSession(db, visit.key)
      visit = undefined
      firstVisits.forget(request, reply)
      basketCookie.forget(request, reply)
      keptBasket = undefined
      void reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
    },
  }
}
