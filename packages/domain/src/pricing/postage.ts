import { type Money, money } from '../money/money.ts'

type Item = { readonly detail: object | null }

/** Whether an item is sent by post, so that the order needs an address. */
export const isPosted = ({ detail }: Item): boolean =>
  detail !== null && 'variant' in detail && 'delivery' in detail && detail.delivery === 'post'

/** What it costs to send the items of an order by post, in minor units: the highest postage of its items, once. */
export const postageOf = (items: readonly Item[]): Money =>
  money(Math.max(0, ...items.filter(isPosted).map(({ detail }) => (detail && 'postage' in detail ? Number(detail.postage) : 0))))
