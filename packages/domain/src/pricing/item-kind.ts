type ItemRule = {
  /** Group of the totals that its lines add to: see `totalsOf`. */
  readonly total: 'subtotal'
  /** Whether its price includes tax. */
  readonly isTaxed: boolean
  /** `own`: stored with each item, such as a fund or a membership level. `fixed`: one text of the interface for all. */
  readonly name: 'own' | 'fixed'
  /** `own`: an amount stored with the item. `per-ticket`: a price for each ticket of the basket. */
  readonly price: 'own' | 'per-ticket'
  /** What a new item replaces in a basket: an item of its kind (`one`), of its product (`one-per-product`), or nothing (`many`). */
  readonly quantity: 'one' | 'one-per-product' | 'many'
  /** What a purchase needs: a customer with a password (`account`), or tickets in the same basket, without which the item is removed. */
  readonly needs: 'nothing' | 'account' | 'tickets'
  /** Whether it holds stock, which the deadline of the basket releases. */
  readonly hasClock: boolean
  /** `by-itself`: staff return it without the rest of the order. `with-tickets`: returned with the last ticket of the order. */
  readonly returned: 'by-itself' | 'with-tickets'
  /** Whether gift vouchers and account credit pay for it. */
  readonly acceptsStoredValue: boolean
  /** Whether it is money that is spent later, which the theatre owes from the sale on. */
  readonly isStoredValue: boolean
  /** Where it is sold. */
  readonly soldAt: 'everywhere' | 'counter'
  /** Whether it can be added to an order that is confirmed already: see `isOpenForAddOns`. */
  readonly isAddOn: boolean
}

const soldByItself = {
  total: 'subtotal',
  isTaxed: false,
  needs: 'nothing',
  name: 'own',
  price: 'own',
  quantity: 'one-per-product',
  hasClock: false,
  returned: 'by-itself',
  acceptsStoredValue: true,
  isStoredValue: false,
  soldAt: 'everywhere',
  isAddOn: false,
} as const

/**
 * The kinds of item that are sold besides tickets, with every rule that holds in more than one place. Lines, totals,
 * orders, mails and screens derive from this table: a kind added here does not compile until each of them handles it.
 */
export const itemKinds = {
  // An order that adds to another one may include a gift.
  donation: { ...soldByItself, isAddOn: true },
  membership: { ...soldByItself, isTaxed: true, needs: 'account' },
  'refund-protection': {
    ...{ total: 'subtotal', isTaxed: true, name: 'fixed', price: 'per-ticket', quantity: 'one' },
    ...{ needs: 'tickets', hasClock: false, returned: 'with-tickets', acceptsStoredValue: true, isStoredValue: false },
    ...{ soldAt: 'everywhere', isAddOn: false },
  },
  // For the holder of its link: any number, whatever the giver holds.
  'gift-membership': { ...soldByItself, isTaxed: true, quantity: 'many' },
  // Its tax is due when it is spent: a multi-purpose voucher.
  'gift-voucher': { ...soldByItself, quantity: 'many', name: 'fixed', acceptsStoredValue: false, isStoredValue: true },
  // Money onto a voucher that exists: staff have the voucher before them, or its code.
  'voucher-top-up': { ...soldByItself, name: 'fixed', acceptsStoredValue: false, isStoredValue: true, soldAt: 'counter' },
  // Its pieces are held while it is in a basket.
  product: { ...soldByItself, isTaxed: true, hasClock: true, isAddOn: true },
  // Room for its guests is held while it is in a basket: one order of a menu for a performance.
  food: { ...soldByItself, isTaxed: true, hasClock: true, isAddOn: true },
  // A table of the theatre's own restaurant is held while it is in a basket: one of a sitting for a performance.
  table: { ...soldByItself, isTaxed: true, hasClock: true, isAddOn: true },
  // Its vouchers pay for tickets. Its tax is due at the sale, because that of its tickets is known: a single-purpose voucher.
  'flex-subscription': { ...soldByItself, isTaxed: true, needs: 'account' },
} as const satisfies Record<string, ItemRule>

export type ItemKind = keyof typeof itemKinds
export const itemKindNames = Object.keys(itemKinds) as [ItemKind, ...ItemKind[]]

type KindsWhere<Rule extends keyof ItemRule, Value> = {
  [Kind in ItemKind]: (typeof itemKinds)[Kind][Rule] extends Value ? Kind : never
}[ItemKind]
/** Kinds whose name is a text of the interface: each interface has a record of these. */
export type FixedNameKind = KindsWhere<'name', 'fixed'>
/** Kinds whose price depends on the tickets of the basket: server and mocks have a record of these. */
export type PerTicketKind = KindsWhere<'price', 'per-ticket'>
/** Kinds that visitors buy in the shop. */
export type OnlineKind = KindsWhere<'soldAt', 'everywhere'>

const ruleOf = (kind: ItemKind): ItemRule => itemKinds[kind]
export const isItemKind = (kind: string): kind is ItemKind => Object.hasOwn(itemKinds, kind)
export const hasFixedName = (kind: ItemKind): kind is FixedNameKind => ruleOf(kind).name === 'fixed'
export const isPricedPerTicket = (kind: ItemKind): kind is PerTicketKind => ruleOf(kind).price === 'per-ticket'
export const needsTickets = (kind: ItemKind): boolean => ruleOf(kind).needs === 'tickets'
export const isStoredValue = (kind: ItemKind): boolean => ruleOf(kind).isStoredValue
export const isSoldOnline = (kind: ItemKind): kind is OnlineKind => ruleOf(kind).soldAt === 'everywhere'
/** Whether items of a kind can be added to a confirmed order. */
export const isAddOn = (kind: ItemKind): boolean => ruleOf(kind).isAddOn
export const isReturnedByItself = (kind: ItemKind): boolean => ruleOf(kind).returned === 'by-itself'

/** Kinds that stay in a basket without tickets. */
export const kindsWithoutTickets: readonly ItemKind[] = itemKindNames.filter((kind) => !needsTickets(kind))
/** Whether items of a kind hold stock, which the deadline of the basket releases. */
export const holdsStock = (kind: ItemKind): boolean => ruleOf(kind).hasClock
/** Kinds of item that hold stock. */
export const stockKinds: readonly ItemKind[] = itemKindNames.filter(holdsStock)
/** Kinds that stay in a basket whose deadline has passed. */
export const kindsWithoutClock: readonly ItemKind[] = kindsWithoutTickets.filter((kind) => !holdsStock(kind))

type Contents = { readonly tickets: readonly unknown[]; readonly items: readonly { readonly kind: ItemKind }[] }
/** Whether nothing of a basket or order can be paid for. */
export const isEmpty = ({ tickets, items }: Contents): boolean => tickets.length === 0 && items.every(({ kind }) => needsTickets(kind))
/** Whether a basket holds seats or stock, which its deadline releases. */
export const hasClock = ({ tickets, items }: Contents): boolean => tickets.length > 0 || items.some(({ kind }) => holdsStock(kind))

/** The most items that a basket holds besides its tickets. */
export const mostItems = 50

type Product = { readonly kind: ItemKind; readonly product: string | null }
/** Whether a new item replaces one in the basket. */
export function replacesItem(added: Product, present: Product): boolean {
  const { quantity } = ruleOf(added.kind)
  switch (quantity) {
    case 'one':
      return added.kind === present.kind
    case 'one-per-product':
      return added.kind === present.kind && added.product === present.product
    case 'many':
      return false
  }
}
