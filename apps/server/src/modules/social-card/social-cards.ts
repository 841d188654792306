import { hash } from 'node:crypto'
import type { Brand } from '@playhouse/domain/brand'
import { createWorkerPool } from '#modules/ticket'
import type { CardContent, CardDrawing } from './draw-card.ts'

export { type CardContent, cardSize } from './draw-card.ts'

type Png = Uint8Array<ArrayBuffer>
type CardBrand = Pick<Brand, 'name' | 'fonts' | 'colours'>

export type SocialCards = {
  /** Renders a card as a PNG. @throws if the renderer fails or takes too long */
  readonly render: (content: CardContent) => Promise<Png>
}

/** Cards kept by a process, at about 60 kB each. */
const maxCards = 64
/** Increase it when the drawing changes: browsers and other sites keep a card by its version. */
const drawingVersion = 1
const pool = createWorkerPool<CardDrawing, Png>(new URL('card-worker.ts', import.meta.url), { size: 1, maxSeconds: 30 })

const drawingOf = ({ name, fonts, colours }: CardBrand, content: CardContent): CardDrawing => ({
  ...content,
  brand: name,
  fonts,
  colours: colours.light,
})

/** The version of a card: it changes with anything that the card shows. */
export const cardVersion = (brand: CardBrand, content: CardContent): string =>
  hash('sha256', JSON.stringify([drawingVersion, drawingOf(brand, content)])).slice(0, 16)

/**
 * Renders the pictures that social media show with a link, in a worker thread, because a picture takes a tenth of a second and more. The
 * renderer is loaded with the first picture. The most recently used pictures are kept.
 * @param draw draws one picture
 */
export function createSocialCards(brand: CardBrand, draw: (drawing: CardDrawing) => Promise<Png> = pool.run): SocialCards {
  const cards = new Map<string, Promise<Png>>()
  return {
    render: (content) => {
      const version = cardVersion(brand, content)
      const card = cards.get(version) ?? draw(drawingOf(brand, content))
      // Inserted again, so that the first key is the card that was requested least recently.
      cards.delete(version)
      cards.set(version, card)
      card.catch(() => cards.delete(version))
      for (const oldest of cards.keys()) {
        if (cards.size <= maxCards) break
        cards.delete(oldest)
      }
      return card
    },
  }
}
