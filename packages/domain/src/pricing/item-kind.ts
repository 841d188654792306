type ItemRule = {
  /** Group of the totals that its lines add to: see `totalsOf`. */
  readonly total: 'subtotal'
  /** Whether its price includes tax. */
  readonly isTaxed: boolean
  /** `own`: stored with each item, such as a fund or a membership level. `fixed`: one text of the interface for all. */
  readonly name: 'own' | 'fixed'
  /** `own`: an amount stored with the item. `per-ticket`: a price for each ticket of the basket. */
  readonly price: 'own' | 'per-ticket'
  /** `one`: a basket has at most one item of the kind, and its quantity is 1. */
  readonly quantity: 'one'
  /** Whether only a customer with a password may buy it. */
  readonly needsAccount: boolean
}

/**
 * The kinds of item that are sold beside tickets, with every rule that holds in more than one place. Lines, totals,
 * orders, mails and screens derive from this table: a kind added here does not compile until each of them handles it.
 */
export const itemKinds = {
  donation: { total: 'subtotal', isTaxed: false, name: 'own', price: 'own', quantity: 'one', needsAccount: false },
  membership: { total: 'subtotal', isTaxed: true, name: 'own', price: 'own', quantity: 'one', needsAccount: true },
  'refund-protection': { total: 'subtotal', isTaxed: true, name: 'fixed', price: 'per-ticket', quantity: 'one', needsAccount: false },
} as const satisfies Record<string, ItemRule>

export type ItemKind = keyof typeof itemKinds
export const itemKindNames = Object.keys(itemKinds) as [ItemKind, ...ItemKind[]]

type KindsWhere<Rule extends keyof ItemRule, Value> = {
  [Kind in ItemKind]: (typeof itemKinds)[Kind][Rule] extends Value ? Kind : never
}[ItemKind]
/** Kinds whose name is a text of the interface: each interface has a record of these. */
export type FixedNameKind = KindsWhere<'name', 'fixed'>
/** Kinds that only a customer with a password may buy: the server has a check for each. */
export type AccountKind = KindsWhere<'needsAccount', true>
/** Kinds whose price depends on the tickets of the basket: server and mocks have a record of these. */
export type PerTicketKind = KindsWhere<'price', 'per-ticket'>

export const isItemKind = (kind: string): kind is ItemKind => Object.hasOwn(itemKinds, kind)
export const hasFixedName = (kind: ItemKind): kind is FixedNameKind => itemKinds[kind].name === 'fixed'
export const isPricedPerTicket = (kind: ItemKind): kind is PerTicketKind => itemKinds[kind].price === 'per-ticket'

/** The quantity that an item of the kind stands for. */
export function itemQuantity(kind: ItemKind): number {
  switch (itemKinds[kind].quantity) {
    case 'one':
      return 1
  }
}
