import { wantsAisle } from '@playhouse/domain/access'
import { accountGiftAidWording } from '@playhouse/domain/giving'
import { passwordMeets } from '@playhouse/domain/brand'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { AccessHeld, ContactPreferences, Details, HeldMembership, Household, SavedAddress } from '#contract'
import type { Answers, Contract } from './answers.ts'
import type { MockAccount, MockShop, MockVisit } from './mock-shop.ts'

/** What one account keeps in a mock shop. */
type Keeping = {
  book: SavedAddress[]
  birth: Details['birth']
  prefix: string
  middleName: string
  said: Map<string, { isAllowed: boolean; saidAt: string }>
  interests: readonly string[]
  members: Household['members']
  memberships: HeldMembership[]
  accessId: string | null
  survey: Record<string, string>
}
type Named = Exclude<
  keyof Answers<Contract['me']>,
  'orders' | 'order' | 'addOrderToBasket' | 'ticketsPdf' | 'calendar' | 'cancelOrder' | 'credit'
>

const atMost = 30

/** Details, address book, permissions, access, household and holdings, in memory. */
export function accountAnswers(shop: MockShop): Pick<Answers<Contract['me']>, Named> {
  const { brand } = shop
  const keepings = new Map<string, Keeping>()
  const strangers = fail(problem('login-required'))
  const missing = fail(problem('page-not-found'))
  const now = (): string => new Date(shop.now()).toISOString()

  const keepingOf = ({ customer, memberships = [], access }: MockAccount): Keeping => {
    const known = keepings.get(customer.id)
    if (known) return known
    const day = now().slice(0, 10)
    const fresh: Keeping = {
      book: customer.address ? [{ ...customer.address, id: crypto.randomUUID(), isPrimary: true, isBilling: true, isDelivery: true }] : [],
      birth: null,
      prefix: '',
      middleName: '',
      said: new Map(),
      interests: [],
      members: [],
      memberships: memberships.map((membership) => ({
        id: crypto.randomUUID(),
        membership,
        name: brand.memberships.find(({ id }) => id === membership)?.name ?? membership,
        startsOn: day,
        expiresOn: '2999-12-31',
        benefits: brand.memberships.find(({ id }) => id === membership)?.benefits ?? null,
      })),
      accessId: access ? `NC-${customer.lastName.toUpperCase()}` : null,
      survey: {},
    }
    keepings.set(customer.id, fresh)
    return fresh
  }
  /** Whose call it is: their account and what it keeps. */
  const mine = (visit: MockVisit) => {
    const account = visit.customer && shop.accounts.get(visit.customer.email)
    return account ? { account, keeping: keepingOf(account) } : undefined
  }
  const detailsOf = ({ account: { customer }, keeping }: NonNullable<ReturnType<typeof mine>>): Details => {
    const { address: _, ...rest } = customer
    return { ...rest, prefix: keeping.prefix, middleName: keeping.middleName, birth: keeping.birth }
  }
  const bookOf = ({ book }: Keeping) => ok({ addresses: book.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary)) })
  const giveUpUses = (keeping: Keeping, uses: Partial<SavedAddress>): void => {
    keeping.book = keeping.book.map((each) => ({
      ...each,
      isPrimary: each.isPrimary && !uses.isPrimary,
      isBilling: each.isBilling && !uses.isBilling,
      isDelivery: each.isDelivery && !uses.isDelivery,
    }))
  }
  const preferencesOf = ({ said, interests }: Keeping): ContactPreferences => ({
    wording: brand.account.permissions.wording,
    permissions: brand.account.permissions.asked.flatMap(({ purpose, channels }) =>
      channels.map((channel) => ({ purpose, channel, isAllowed: false, saidAt: null, ...said.get(`${purpose} ${channel}`) })),
    ),
    interests: brand.account.interests.map((interest) => ({ ...interest, isChosen: interests.includes(interest.id) })),
  })
  const accessOf = ({ access = [] }: MockAccount, { accessId }: Keeping): AccessHeld => ({
    accessId,
    types: accessId === null ? [] : access.map((type) => ({ type, needsAisle: wantsAisle([type]) })),
  })
  const householdOf = ({ customer: { id, firstName, lastName } }: MockAccount, { members }: Keeping) =>
    ok({ members: [{ id, firstName, lastName, isBooking: !members.some(({ isBooking }) => isBooking) }, ...members] })
  const declared = ({ giftAid }: MockAccount) =>
    ok({ wording: accountGiftAidWording, isDeclared: giftAid?.isDeclared ?? false, saidAt: giftAid?.saidAt ?? null })
  const as = <Call extends { readonly visit: MockVisit }, Answer>(
    answer: (me: NonNullable<ReturnType<typeof mine>>, call: Call) => Answer,
  ) =>
    ((call: Call) => {
      const me = mine(call.visit)
      return me ? answer(me, call) : strangers
    }) as (call: Call) => Answer | typeof strangers

  return {
    read: as((me) =>
      ok({ customer: detailsOf(me), address: me.keeping.book.filter(({ isPrimary }) => isPrimary).map(withoutUses)[0] ?? null }),
    ),
    change: as((me, { body }) => {
      const { prefix, middleName, birth, ...rest } = body
      if (birth && !(brand.account.birth in birth)) return fail(problem('details-not-updated'))
      if (rest.phone === '' && brand.registration.required.includes('phone')) return fail(problem('details-not-updated'))
      Object.assign(me.account.customer, rest)
      Object.assign(
        me.keeping,
        prefix !== undefined && { prefix },
        middleName !== undefined && { middleName },
        birth !== undefined && { birth },
      )
      return ok(detailsOf(me))
    }),
    changeEmail: as((me, { body }) => {
      if (me.account.password !== body.currentPassword) return fail(problem('details-not-updated'))
      shop.mails.push({ to: body.email, text: '/account/confirm-email#token=' })
      return ok({ asked: true as const })
    }),
    confirmEmail: () => fail(problem('authentication-link-expired')),
    askGuestOrders: as(() => ok({ asked: true as const })),
    claimGuestOrders: as(() => fail(problem('authentication-link-expired'))),
    addresses: as(({ keeping }) => bookOf(keeping)),
    addAddress: as(({ keeping }, { body }) => {
      if (keeping.book.length >= atMost) return fail(problem('details-not-updated'))
      const isFirst = keeping.book.length === 0
      const uses = isFirst ? { isPrimary: true, isBilling: true, isDelivery: true } : {}
      giveUpUses(keeping, { ...body, ...uses })
      keeping.book.push({ ...body, ...uses, id: crypto.randomUUID() })
      return bookOf(keeping)
    }),
    changeAddress: as(({ keeping }, { params, body }) => {
      const found = keeping.book.find(({ id }) => id === params.id)
      if (!found) return missing
      if (found.isPrimary && body.isPrimary === false) return fail(problem('primary-address-kept'))
      giveUpUses(keeping, body as Partial<SavedAddress>)
      keeping.book = keeping.book.map((each) => (each.id === params.id ? { ...each, ...(body as Partial<SavedAddress>) } : each))
      return bookOf(keeping)
    }),
    removeAddress: as(({ keeping }, { params }) => {
      const found = keeping.book.find(({ id }) => id === params.id)
      if (!found) return missing
      if (found.isPrimary) return fail(problem('primary-address-kept'))
      keeping.book = keeping.book
        .filter((each) => each !== found)
        .map((each) =>
          each.isPrimary
            ? { ...each, isBilling: each.isBilling || found.isBilling, isDelivery: each.isDelivery || found.isDelivery }
            : each,
        )
      return bookOf(keeping)
    }),
    contactPreferences: as(({ keeping }) => ok(preferencesOf(keeping))),
    setContactPreferences: as(({ keeping }, { body: { wording, permissions, interests } }) => {
      const asked = preferencesOf(keeping)
      const isKnown = permissions.every(({ purpose, channel }) =>
        asked.permissions.some((each) => each.purpose === purpose && each.channel === channel),
      )
      const isOffered = interests?.every((interest) => asked.interests.some(({ id }) => id === interest)) ?? true
      if (wording !== asked.wording || !isKnown || !isOffered) return fail(problem('contact-permissions-not-updated'))
      for (const { purpose, channel, isAllowed } of permissions) keeping.said.set(`${purpose} ${channel}`, { isAllowed, saidAt: now() })
      if (interests) keeping.interests = interests
      return ok(preferencesOf(keeping))
    }),
    setPassword: as(({ account }, { body, visit }) => {
      if (account.password !== body.currentPassword) return fail(problem('password-not-updated'))
      if (!passwordMeets(brand.passwordPolicy, body.newPassword)) return fail(problem('invalid-input', { fields: ['newPassword'] }))
      account.password = body.newPassword
      for (const [id, other] of shop.visits) if (other !== visit && other.customer?.id === account.customer.id) shop.visits.delete(id)
      return ok({ changed: true as const })
    }),
    access: as(({ account, keeping }) => ok(accessOf(account, keeping))),
    applyAccess: as(({ account, keeping }, { body }) => {
      const accessId = body.accessId.replaceAll(/\s+/g, '').toUpperCase()
      const card = shop.accessCards?.find((each) => each.accessId === accessId)
      const isTaken = [...keepings.values()].some((other) => other !== keeping && other.accessId === accessId)
      if (!card || isTaken || (card.lastName !== null && card.lastName !== account.customer.lastName))
        return fail(problem('access-code-invalid'))
      Object.assign(account, { access: card.types })
      keeping.accessId = accessId
      return ok(accessOf(account, keeping))
    }),
    removeAccess: as(({ account, keeping }) => {
      Object.assign(account, { access: undefined })
      keeping.accessId = null
      return ok(accessOf(account, keeping))
    }),
    // Nobody pays by card in a mock shop, so no card is kept.
    cards: as(() => ok({ cards: [], canKeep: true })),
    preferCard: as(() => missing),
    removeCard: as(() => missing),
    giftAid: as(({ account }) => (brand.features.giftAid ? declared(account) : missing)),
    setGiftAid: as(({ account }, { body }) => {
      if (!brand.features.giftAid) return missing
      account.giftAid = { isDeclared: body.isDeclared, saidAt: now() }
      return declared(account)
    }),
    survey: as(({ keeping }) => (brand.features.cultureSurvey ? ok({ answers: keeping.survey }) : missing)),
    answerSurvey: as(({ keeping }, { body }) => {
      if (!brand.features.cultureSurvey) return missing
      keeping.survey = body.answers
      return ok({ answers: keeping.survey })
    }),
    memberships: as(({ keeping }) => ok({ memberships: keeping.memberships })),
    subscriptions: as(() => ok({ subscriptions: [] })),
    giving: as(() => ok({ entries: [] })),
    household: as(({ account, keeping }) => householdOf(account, keeping)),
    addMember: as(({ account, keeping }, { body }) => {
      keeping.members = [...keeping.members, { id: crypto.randomUUID(), ...body, isBooking: false }]
      return householdOf(account, keeping)
    }),
    removeMember: as(({ account, keeping }, { params }) => {
      if (!keeping.members.some(({ id }) => id === params.id)) return missing
      keeping.members = keeping.members.filter(({ id }) => id !== params.id)
      return householdOf(account, keeping)
    }),
    bookFor: as(({ account, keeping }, { body, visit }) => {
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (body.booking !== account.customer.id && !keeping.members.some(({ id }) => id === body.booking)) return missing
      keeping.members = keeping.members.map((member) => ({ ...member, isBooking: member.id === body.booking }))
      return householdOf(account, keeping)
    }),
  }
}

const withoutUses = ({ id: _id, isPrimary: _primary, isBilling: _billing, isDelivery: _delivery, ...address }: SavedAddress) => address
