import { z } from 'zod'
import { slugSchema } from './id.ts'
import { type Money, money, moneySchema } from './money.ts'

/** How a house asks for a donation. Names are the house's own, in its own language. */
export const givingSchema = z.strictObject({
  fund: slugSchema,
  name: z.string().min(1),
  /** Why, in a sentence or two. */
  body: z.string(),
  presets: z.array(moneySchema).min(1),
  /** Below it a donation can't be made, above the other it is talked about first. */
  least: moneySchema,
  most: moneySchema,
  /** From this amount on donors are named, if they like. */
  recognitionFrom: moneySchema,
})
export type Giving = z.infer<typeof givingSchema>

/** Whether an amount may be given. */
export const isGift = ({ least, most }: Pick<Giving, 'least' | 'most'>, amount: number): boolean => amount >= least && amount <= most

/** The version of the words in which Gift Aid is declared; another one whenever they change. */
export const giftAidWording = 'gift-aid-1'

/** What Gift Aid adds: 25p for each £1, a penny short where it doesn't come out even. */
export const giftAidOn = (donated: Money): Money => money(Math.floor(donated / 4))
