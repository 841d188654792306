import type { Locale } from '@playhouse/domain/brand'
import type { ProductionImage } from '@playhouse/domain/season'

/** What is typed about the image of a production. */
export type ImageDraft = {
  /** The stored upload; undefined without one. */
  readonly file: Pick<ProductionImage, 'id' | 'width' | 'height'> | undefined
  /** Focal point in per cent. */
  readonly x: string
  readonly y: string
  /** What it shows, in the language of the production, and in others. */
  readonly alt: string
  readonly alts: Readonly<Partial<Record<Locale, string>>>
}

export const imageDraftOf = (image: ProductionImage | null | undefined): ImageDraft => ({
  file: image ? { id: image.id, width: image.width, height: image.height } : undefined,
  ...{ x: String(image?.focus.x ?? 50), y: String(image?.focus.y ?? 50), alt: image?.alt.text ?? '', alts: image?.alt.translations ?? {} },
})

/** The image that was typed; null without an upload. Its values may be invalid: the server names the fields. */
export function imageOf({ file, x, y, alt, alts }: ImageDraft): ProductionImage | null {
  if (!file) return null
  const percent = (text: string): number => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : -1)
  const translations = Object.fromEntries(Object.entries(alts).filter(([, text]) => text.trim() !== ''))
  return {
    ...file,
    focus: { x: percent(x), y: percent(y) },
    alt: { text: alt.trim(), ...(Object.keys(translations).length > 0 && { translations }) },
  }
}

/** Reads a file in Base64. */
export async function base64Of(file: Blob): Promise<string> {
  const reader = new FileReader()
  const read = Promise.withResolvers<string>()
  reader.addEventListener('load', () => read.resolve(String(reader.result)))
  reader.addEventListener('error', () => read.reject(reader.error ?? new Error('the file cannot be read')))
  reader.readAsDataURL(file)
  const url = await read.promise
  return url.slice(url.indexOf(',') + 1)
}
