import { AsyncLocalStorage } from 'node:async_hooks'
import type { PreviewPerson } from '@playhouse/domain/shop-preview'

/** A preview of the shop: as whom staff see it, and at which moment. */
export type ShopPreview = {
  /** Epoch milliseconds, in place of now. */
  readonly at: number
  readonly person: PreviewPerson
  /** The production from which it was opened. */
  readonly event: string
  /** The path below which it is served. */
  readonly path: string
}

const previews = new AsyncLocalStorage<ShopPreview | undefined>()

/** The preview to which the current request belongs; undefined for the shop. */
export const currentPreview = (): ShopPreview | undefined => previews.getStore()

/** Does `work` in a preview. */
export const runInPreview = <Value>(preview: ShopPreview, work: () => Value): Value => previews.run(preview, work)
