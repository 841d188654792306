import { accessIdOf, matchesLastName, wantsAisle } from '@playhouse/domain/access'
import { arePreferencesValid, isBirthValid, maxAddresses, maxHouseholdMembers } from '@playhouse/domain/account'
import { accountGiftAidWordings, type GiftAidDonor, isAccountGiftAidWording, isFundOpen } from '@playhouse/domain/giving'
import { passwordMeets } from '@playhouse/domain/brand'
import { chargeDay, renewableTerms, renewalWording } from '@playhouse/domain/membership-renewal'
import { isMonthlyGift } from '@playhouse/domain/monthly-gift'
import { withUses } from '@playhouse/domain/address-use'
import { isSameAddress, toPostalAddress } from '@playhouse/domain/postal-address'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { AccessEntitlement, Address, ContactPreferences, Details, Household, SavedAddress } from '#contract'
import { describedTerms, todayIn } from './membership.ts'
import { linkMockCard, readMockSubscriptions } from './subscriptions.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockAccount, MockShop, MockVisit } from './mock-shop.ts'

/** Data of an account. */
type AccountData = {
  addresses: SavedAddress[]
  prefix: string
  middleName: string
  permissions: Map<string, { isAllowed: boolean; saidAt: string }>
  interests: readonly string[]
  members: Household['members']
  accessId: string | null
  survey: Record<string, string>
}
type AccountCalls = Exclude<
  keyof MockHandlers<Contract['me']>,
  | 'orders'
  | 'order'
  | 'addOrderToBasket'
  | 'startAddOns'
  | 'ticketsPdf'
  | 'receipt'
  | 'calendar'
  | 'cancelOrder'
  | 'credit'
  | 'returnOffer'
  | 'returnParts'
  | 'changeFood'
  | 'names'
  | 'setNames'
>

const dataOfShops = new WeakMap<MockShop, Map<string, AccountData>>()

function dataOf(shop: MockShop, { customer, access }: MockAccount): AccountData {
  const accounts = dataOfShops.get(shop) ?? new Map<string, AccountData>()
  dataOfShops.set(shop, accounts)
  const existingData = accounts.get(customer.id)
  if (existingData) return existingData
  const newAccount: AccountData = {
    addresses: customer.address
      ? [{ ...customer.address, id: crypto.randomUUID(), isPrimary: true, isBilling: true, isDelivery: true }]
      : [],
    prefix: '',
    middleName: '',
    permissions: new Map(),
    interests: [],
    members: [],
    accessId: access ? `NC-${customer.lastName.toUpperCase()}` : null,
    survey: {},
  }
  accounts.set(customer.id, newAccount)
  return newAccount
}

/** The account that has an access ID; undefined for none. */
export const holderOfAccessId = (shop: MockShop, accessId: string): MockAccount | undefined =>
  [...shop.accounts.values()].find((account) => dataOf(shop, account).accessId === accessId)

/** The name and the home address of an account; undefined where one is missing. */
export function donorOf(shop: MockShop, account: MockAccount): GiftAidDonor | undefined {
  const { title, firstName, lastName } = account.customer
  const home = dataOf(shop, account).addresses.find(({ isPrimary }) => isPrimary)
  if (firstName === '' || lastName === '' || !home) return undefined
  return { title, firstName, lastName, address: toPostalAddress(home) }
}

/** Makes an address the home address of an account. @returns false if the address book is full */
export function saveHomeAddress(shop: MockShop, account: MockAccount, home: Address): boolean {
  const data = dataOf(shop, account)
  const isFirst = data.addresses.length === 0
  const isSame = (saved: SavedAddress) => isSameAddress(saved, home)
  if (!data.addresses.some(isSame)) {
    if (data.addresses.length >= maxAddresses) return false
    data.addresses.push({ ...home, id: crypto.randomUUID(), isPrimary: true, isBilling: isFirst, isDelivery: isFirst })
  }
  const { id } = data.addresses.find(isSame)!
  data.addresses = data.addresses.map((address) => ({ ...address, isPrimary: address.id === id }))
  account.customer = { ...account.customer, address: home }
  return true
}

/** Why a customer without a saved card can't agree to a monthly gift. */
function monthlyGiftProblem(
  shop: MockShop,
  { fund: id, appeal, amount, directDebit }: { fund: string; appeal: string | null; amount: number; directDebit: string | null },
): Problem {
  const { features, giving } = shop.brand
  const fund = features.donations ? giving.find((each) => each.fund === id) : undefined
  const hasAppeal = appeal === null || fund?.appeals?.some((each) => each.appeal === appeal)
  if (!fund?.monthly || !hasAppeal) return problem('page-not-found')
  if (!isFundOpen(fund, todayIn(shop))) return problem('fund-closed', { name: fund.name })
  if (!isMonthlyGift(fund, amount, directDebit === null ? 'card' : 'direct-debit')) return problem('invalid-input', { fields: ['amount'] })
  return problem('details-not-updated')
}

/** Mock handlers of details, address book, permissions, access ID, household and holdings. */
export function accountHandlers(shop: MockShop): Pick<MockHandlers<Contract['me']>, AccountCalls> {
  const { brand } = shop
  const loginRequired = fail(problem('login-required'))
  const missing = fail(problem('page-not-found'))
  const now = (): string => new Date(shop.now()).toISOString()

  /** The account of a signed-in customer with its data; undefined for other visitors. */
  const signedInAccount = (visit: MockVisit) => {
    const account = visit.customer && shop.accounts.get(visit.customer.email)
    return account ? { account, data: dataOf(shop, account) } : undefined
  }
  const detailsOf = ({ account: { customer, birth = null }, data }: NonNullable<ReturnType<typeof signedInAccount>>): Details => {
    const { address: _, ...rest } = customer
    return { ...rest, prefix: data.prefix, middleName: data.middleName, birth }
  }
  const addressesOf = ({ addresses }: AccountData) =>
    ok({ addresses: addresses.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary)) })
  const clearUses = (data: AccountData, uses: Partial<SavedAddress>): void => {
    data.addresses = data.addresses.map((address) => ({
      ...address,
      isPrimary: address.isPrimary && !uses.isPrimary,
      isBilling: address.isBilling && !uses.isBilling,
      isDelivery: address.isDelivery && !uses.isDelivery,
    }))
  }
  const preferencesOf = ({ permissions, interests }: AccountData): ContactPreferences => ({
    wording: brand.account.permissions.wording,
    permissions: brand.account.permissions.asked.flatMap(({ purpose, channels }) =>
      channels.map((channel) => ({ purpose, channel, isAllowed: false, saidAt: null, ...permissions.get(`${purpose} ${channel}`) })),
    ),
    interests: brand.account.interests.map((interest) => ({ ...interest, isChosen: interests.includes(interest.id) })),
  })
  const accessOf = ({ access }: MockAccount, { accessId }: AccountData): AccessEntitlement =>
    accessId === null || !access
      ? { accessId: null, types: [] }
      : { accessId, types: access.map((type) => ({ type, needsAisle: wantsAisle([type]) })) }
  const householdOf = ({ customer: { id, firstName, lastName } }: MockAccount, { members }: AccountData) =>
    ok({ members: [{ id, firstName, lastName, isBooking: !members.some(({ isBooking }) => isBooking) }, ...members] })
  const declarationOf = (account: MockAccount) => {
    const { wording = accountGiftAidWordings[0], isDeclared = false, saidAt = null, donor = null } = account.giftAid ?? {}
    return ok({ wording, isDeclared, saidAt, donor, needsAddress: donorOf(shop, account) === undefined })
  }
  const as = <Call extends { readonly visit: MockVisit }, Answer>(
    handler: (signedIn: NonNullable<ReturnType<typeof signedInAccount>>, call: Call) => Answer,
  ) =>
    ((call: Call) => {
      const signedIn = signedInAccount(call.visit)
      return signedIn ? handler(signedIn, call) : loginRequired
    }) as (call: Call) => Answer | typeof loginRequired

  return {
    read: as((signedIn) =>
      ok({
        customer: detailsOf(signedIn),
        address: signedIn.data.addresses.filter(({ isPrimary }) => isPrimary).map(withoutUses)[0] ?? null,
      }),
    ),
    change: as((signedIn, { body }) => {
      const { prefix, middleName, birth, ...rest } = body
      if (birth && !isBirthValid(brand.account.birth, birth, now().slice(0, 10))) return fail(problem('details-not-updated'))
      if (rest.phone === '' && brand.registration.required.includes('phone')) return fail(problem('details-not-updated'))
      Object.assign(signedIn.account.customer, rest)
      Object.assign(signedIn.account, birth !== undefined && { birth })
      Object.assign(signedIn.data, prefix !== undefined && { prefix }, middleName !== undefined && { middleName })
      return ok(detailsOf(signedIn))
    }),
    changeEmail: as((signedIn, { body }) => {
      if (signedIn.account.password !== body.currentPassword) return fail(problem('details-not-updated'))
      shop.mails.push({ to: body.email, text: '/account/confirm-email#token=' })
      return ok({ asked: true as const })
    }),
    confirmEmail: () => fail(problem('authentication-link-expired')),
    askGuestOrders: as(() => ok({ asked: true as const })),
    claimGuestOrders: as(() => fail(problem('authentication-link-expired'))),
    addresses: as(({ data }) => addressesOf(data)),
    addAddress: as(({ data }, { body }) => {
      if (data.addresses.length >= maxAddresses) return fail(problem('details-not-updated'))
      const isFirst = data.addresses.length === 0
      const first = { isPrimary: isFirst, isBilling: isFirst, isDelivery: isFirst }
      const newAddress = { ...first, ...withUses(body), ...(isFirst && first) }
      clearUses(data, newAddress)
      data.addresses.push({ ...newAddress, id: crypto.randomUUID() })
      return addressesOf(data)
    }),
    changeAddress: as(({ data }, { params, body: request }) => {
      const body = withUses(request)
      const address = data.addresses.find(({ id }) => id === params.id)
      if (!address) return missing
      if (address.isPrimary && body.isPrimary === false) return fail(problem('primary-address-kept'))
      clearUses(data, body as Partial<SavedAddress>)
      data.addresses = data.addresses.map((each) => (each.id === params.id ? { ...each, ...(body as Partial<SavedAddress>) } : each))
      return addressesOf(data)
    }),
    removeAddress: as(({ data }, { params }) => {
      const address = data.addresses.find(({ id }) => id === params.id)
      if (!address) return missing
      if (address.isPrimary) return fail(problem('primary-address-kept'))
      data.addresses = data.addresses
        .filter((each) => each !== address)
        .map((each) =>
          each.isPrimary
            ? { ...each, isBilling: each.isBilling || address.isBilling, isDelivery: each.isDelivery || address.isDelivery }
            : each,
        )
      return addressesOf(data)
    }),
    contactPreferences: as(({ data }) => ok(preferencesOf(data))),
    setContactPreferences: as(({ data }, { body: { wording, permissions, interests } }) => {
      if (!arePreferencesValid(brand.account, { wording, permissions, interests })) return fail(problem('contact-permissions-not-updated'))
      for (const { purpose, channel, isAllowed } of permissions) data.permissions.set(`${purpose} ${channel}`, { isAllowed, saidAt: now() })
      if (interests) data.interests = interests
      return ok(preferencesOf(data))
    }),
    setPassword: as(({ account }, { body, visit }) => {
      if (account.password !== body.currentPassword) return fail(problem('password-not-updated'))
      if (!passwordMeets(brand.passwordPolicy, body.newPassword)) return fail(problem('invalid-input', { fields: ['newPassword'] }))
      account.password = body.newPassword
      for (const [id, other] of shop.visits) if (other !== visit && other.customer?.id === account.customer.id) shop.visits.delete(id)
      return ok({ changed: true as const })
    }),
    access: as(({ account, data }) => ok(accessOf(account, data))),
    applyAccess: as(({ account, data }, { body }) => {
      const accessId = accessIdOf(body.accessId)
      const card = shop.accessCards.find((each) => each.accessId === accessId)
      const isTaken = [...(dataOfShops.get(shop)?.values() ?? [])].some((other) => other !== data && other.accessId === accessId)
      if (!card || isTaken || !matchesLastName(card.lastName, account.customer.lastName)) return fail(problem('access-code-invalid'))
      Object.assign(account, { access: card.types })
      data.accessId = accessId
      return ok(accessOf(account, data))
    }),
    removeAccess: as(({ account, data }) => {
      Object.assign(account, { access: undefined })
      data.accessId = null
      return ok(accessOf(account, data))
    }),
    // A mock shop has no payment provider, so no card is saved.
    cards: as(() => ok({ cards: [], canKeep: true })),
    directDebits: as(() => ok({ directDebits: [], canSetUp: true })),
    setUpDirectDebit: as(() => fail(problem('payment-unreachable'))),
    directDebit: as(() => fail(problem('page-not-found'))),
    cancelDirectDebit: as(() => fail(problem('page-not-found'))),
    preferCard: as(() => missing),
    removeCard: as(() => missing),
    giftAid: as(({ account }) => (brand.features.giftAid ? declarationOf(account) : missing)),
    setGiftAid: as(({ account }, { body }) => {
      if (!brand.features.giftAid) return missing
      if (!isAccountGiftAidWording(body.wording)) return fail(problem('details-not-updated'))
      const donor = (body.isDeclared && donorOf(shop, account)) || null
      if (body.isDeclared && !donor) return fail(problem('gift-aid-address-required'))
      account.giftAid = { ...body, saidAt: now(), donor }
      return declarationOf(account)
    }),
    survey: as(({ data }) => (brand.features.cultureSurvey ? ok({ answers: data.survey }) : missing)),
    answerSurvey: as(({ data }, { body }) => {
      if (!brand.features.cultureSurvey) return missing
      data.survey = body.answers
      return ok({ answers: data.survey })
    }),
    memberships: as(({ account }) => {
      const { id: customerId, firstName, lastName } = account.customer
      const member = { customerId, customerName: `${firstName} ${lastName}`.trim() }
      return ok({ memberships: describedTerms(shop, account).map((held) => ({ ...held, ...member })) })
    }),
    // Without a saved card, no customer of a mock shop can agree.
    startAutoRenewal: as(({ account: { terms } }, { params, body }) => {
      const offer = renewableTerms(brand.memberships, terms, todayIn(shop)).find(({ term }) => term.id === params.id)
      if (!offer) return missing
      const day = chargeDay(offer.term, body.directDebit === null ? 'card' : 'direct-debit', todayIn(shop))
      const isAsShown = offer.price === body.amount && day === body.on && body.wording === renewalWording
      return fail(problem(isAsShown ? 'details-not-updated' : 'price-changed'))
    }),
    stopAutoRenewal: as(() => missing),
    subscriptions: as(({ account }) => ok({ subscriptions: readMockSubscriptions(shop, account) })),
    linkSubscriptionCard: as(({ account }, { body }: { visit: MockVisit; body: { number: string } }) => {
      if (!shop.brand.flexSubscriptions) return missing
      const subscription = linkMockCard(shop, account, body.number)
      return subscription ? ok({ subscription }) : fail(problem('subscription-card-not-recognised'))
    }),
    seriesRenewals: as(() => ok({ renewals: [] })),
    giving: as(() => ok({ entries: [] })),
    monthlyGifts: as(() => ok({ gifts: [] })),
    // Without a saved card, no customer of a mock shop can agree.
    startMonthlyGift: as((_, { body }) => fail(monthlyGiftProblem(shop, body))),
    changeMonthlyGift: as(() => missing),
    stopMonthlyGift: as(() => missing),
    household: as(({ account, data }) => householdOf(account, data)),
    addMember: as(({ account, data }, { body }) => {
      if (data.members.length >= maxHouseholdMembers) return fail(problem('details-not-updated'))
      data.members = [...data.members, { id: crypto.randomUUID(), ...body, isBooking: false }]
      return householdOf(account, data)
    }),
    removeMember: as(({ account, data }, { params }) => {
      if (!data.members.some(({ id }) => id === params.id)) return missing
      data.members = data.members.filter(({ id }) => id !== params.id)
      return householdOf(account, data)
    }),
    bookFor: as(({ account, data }, { body, visit }) => {
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (body.booking !== account.customer.id && !data.members.some(({ id }) => id === body.booking)) return missing
      data.members = data.members.map((member) => ({ ...member, isBooking: member.id === body.booking }))
      return householdOf(account, data)
    }),
  }
}

const withoutUses = ({ id: _id, isPrimary: _primary, isBilling: _billing, isDelivery: _delivery, ...address }: SavedAddress) => address
