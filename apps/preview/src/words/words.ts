import type { Brand, Locale } from '@playhouse/domain/brand'
import { loadMessages, initI18n, type Texts } from '@playhouse/shop-ui/i18n'

const files = import.meta.glob<Texts>('./*.json', { import: 'default' })

/** Loads run in sequence, so that the last one wins. */
let speaking: Promise<void> = Promise.resolve()

/** Loads the texts of the seat screen and of the preview in a locale, with a brand's own texts. */
export function speakPreview(brand: Brand, locale: Locale): Promise<void> {
  speaking = speaking.then(() => speak(brand, locale))
  return speaking
}

async function speak(brand: Brand, locale: Locale): Promise<void> {
  const [words, speech] = await Promise.all([files[`./${locale}.json`]!(), initI18n(brand, locale)])
  speech.add(locale, 'preview', words)
  await loadMessages('seat')
}
