import { type Locale, locales } from '../../brand/locale.ts'
import type { ProductionImage } from '../../season/season.ts'
import type { StoredProduction } from '../production-plan.ts'
import { type CellKind, text, textOf } from './cell.ts'
import { type Column, optional, required } from './column.ts'

type Upload = Pick<ProductionImage, 'id' | 'width' | 'height'>

/** An uploaded image with its size in pixels, such as `0f1e… 1600x900`. */
const upload: CellKind<Upload> = {
  read: (cell) => {
    const [, id, width, height] = /^([0-9a-f]{32})\s+(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(textOf(cell)) ?? []
    if (id === undefined) return { fault: 'unknown-file', suggestion: null }
    return { value: { id, width: Number(width), height: Number(height) } }
  },
  write: ({ id, width, height }) => `${id} ${width}x${height}`,
}

const focus: CellKind<ProductionImage['focus']> = {
  read: (cell) => {
    const [, x, y] = /^(\d{1,3})[\s,;]+(\d{1,3})$/.exec(textOf(cell)) ?? []
    if (x === undefined) return { fault: 'not-a-number', suggestion: '50 50' }
    return Number(x) > 100 || Number(y) > 100 ? { fault: 'out-of-range', suggestion: '0–100' } : { value: { x: Number(x), y: Number(y) } }
  },
  write: ({ x, y }) => `${x} ${y}`,
}

/** A thing with an image: a production, or a row of the sheet of pictures. */
type Illustrated = { readonly image?: ProductionImage | undefined }

/** A focus or a text without an image makes an invalid image, which is reported at its column. */
const withoutUpload: ProductionImage = { id: '', width: 0, height: 0, focus: { x: 50, y: 50 }, alt: { text: '' } }
const changeImage = <Thing extends Illustrated>(thing: Thing, change: Partial<ProductionImage>): Thing => ({
  ...thing,
  image: { ...(thing.image ?? withoutUpload), ...change },
})

const words = text(2_000)
const described = optional<StoredProduction, string | undefined>('image text', words, {
  field: 'image.alt.text',
  get: ({ image }) => image?.alt.text,
  set: (thing, written) =>
    written === undefined && !thing.image ? thing : changeImage(thing, { alt: { ...thing.image?.alt, text: written ?? '' } }),
  empty: undefined,
})

const describedIn = <Thing extends Illustrated>(locale: Locale): Column<Thing> =>
  optional<Thing, string | undefined>(`image text (${locale})`, words, {
    field: `image.alt.translations.${locale}`,
    get: ({ image }) => image?.alt.translations?.[locale],
    set: (thing, written) => {
      const { text: own = '', translations: { [locale]: _former, ...others } = {} } = thing.image?.alt ?? {}
      if (written === undefined && !thing.image) return thing
      const translations = written === undefined ? others : { ...others, [locale]: written }
      return changeImage(thing, { alt: { text: own, ...(Object.keys(translations).length > 0 && { translations }) } })
    },
    empty: undefined,
  })

const focusColumn = <Thing extends Illustrated>(): Column<Thing> =>
  optional<Thing, ProductionImage['focus'] | undefined>('image focus', focus, {
    field: 'image.focus',
    get: ({ image }) => image?.focus,
    set: (thing, written) => {
      if (written === undefined && !thing.image) return thing
      return changeImage(thing, { focus: written ?? withoutUpload.focus })
    },
    empty: undefined,
  })

const translations = <Thing extends Illustrated>(): Column<Thing>[] => locales.map((locale) => describedIn<Thing>(locale))

/** The columns of an image that a production may have: an upload, what of it stays visible, and what it shows in words. An empty cell of the upload removes it. */
export const imageColumns: readonly Column<StoredProduction>[] = [
  optional<StoredProduction, Upload | undefined>('image', upload, {
    field: 'image',
    get: ({ image }) => image,
    set: ({ image, ...thing }, written) => (written === undefined ? thing : changeImage({ ...thing, ...(image && { image }) }, written)),
    empty: undefined,
  }),
  focusColumn(),
  described,
  ...translations<StoredProduction>(),
]

/** The same columns of a thing that is an image: upload and text are required. */
export const requiredImageColumns = <Thing extends Required<Illustrated>>(): readonly Column<Thing>[] => [
  required<Thing, Upload>('image', upload, { field: 'image', get: ({ image }) => image ?? withoutUpload, set: changeImage }),
  focusColumn<Thing>(),
  required<Thing, string>('image text', words, {
    field: 'image.alt.text',
    get: ({ image }) => image?.alt.text ?? '',
    set: (thing, written) => changeImage(thing, { alt: { ...thing.image?.alt, text: written } }),
  }),
  ...translations<Thing>(),
]
