import { type AccessTag, accessTags } from '@playhouse/domain/season'
import type { PerformanceType } from '@playhouse/domain/production-plan'
import { typedLimit } from './typed-number.ts'

/** What is typed about a type of performances. */
export type TypeDraft = {
  readonly name: string
  readonly priceList: string
  readonly accessTags: readonly AccessTag[]
  readonly perCustomer: string
}

export const typeDraftOf = ({ name, priceList, accessTags: tags, perCustomer }: Omit<PerformanceType, 'id'>): TypeDraft => ({
  ...{ name, priceList, accessTags: tags },
  perCustomer: perCustomer === null ? '' : String(perCustomer),
})

/** The type that was typed. Its values may be invalid: the server names the fields. */
export const typeOf = ({ name, priceList, accessTags: tags, perCustomer }: TypeDraft): Omit<PerformanceType, 'id'> => ({
  ...{ name, priceList },
  accessTags: accessTags.filter((tag) => tags.includes(tag)),
  perCustomer: typedLimit(perCustomer),
})

/** What was typed, with the fields that another staff user changed meanwhile and that were not typed here. */
export const mergeTypeDrafts = (base: TypeDraft, typed: TypeDraft, current: TypeDraft): TypeDraft => ({
  name: typed.name === base.name ? current.name : typed.name,
  priceList: typed.priceList === base.priceList ? current.priceList : typed.priceList,
  accessTags: typed.accessTags.join() === base.accessTags.join() ? current.accessTags : typed.accessTags,
  perCustomer: typed.perCustomer === base.perCustomer ? current.perCustomer : typed.perCustomer,
})
