/** What an address of an address book is used for. Each use belongs to one address of a customer. */
export type AddressUses = { readonly isPrimary: boolean; readonly isBilling: boolean; readonly isDelivery: boolean }

/** The types of an address: a name for its uses. `both` is for billing and delivery. */
export const addressTypes = ['primary', 'billing', 'delivery', 'both'] as const
export type AddressType = (typeof addressTypes)[number]

const usesOfType: Readonly<Record<AddressType, Partial<AddressUses>>> = {
  primary: { isPrimary: true },
  billing: { isBilling: true, isDelivery: false },
  delivery: { isBilling: false, isDelivery: true },
  both: { isBilling: true, isDelivery: true },
}

type OptionalUses = { readonly [Use in keyof AddressUses]?: boolean | undefined }

/**
 * The uses that a request names: by its type, by flags, or by both, where a flag overrides the type. A use that neither names is absent.
 */
export function requestedUses({ type, ...flags }: OptionalUses & { readonly type?: AddressType | undefined }): Partial<AddressUses> {
  const uses: { -readonly [Use in keyof AddressUses]?: boolean } = type ? { ...usesOfType[type] } : {}
  for (const use of ['isPrimary', 'isBilling', 'isDelivery'] as const) {
    const flag = flags[use]
    if (flag !== undefined) uses[use] = flag
  }
  return uses
}

/** A request to add or change an address, with the uses that its type and its flags name instead of the type. */
export const withUses = <Request extends OptionalUses & { readonly type?: AddressType | undefined }>({
  type,
  isPrimary,
  isBilling,
  isDelivery,
  ...address
}: Request): Omit<Request, 'type' | keyof AddressUses> & Partial<AddressUses> => ({
  ...address,
  ...requestedUses({ type, isPrimary, isBilling, isDelivery }),
})
