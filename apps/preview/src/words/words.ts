import type { Brand, Locale } from '@playhouse/domain/brand'
import { learnWords, startSpeech } from '@playhouse/shop-ui/i18n'

const files = import.meta.glob<Readonly<Record<string, unknown>>>('./*.json', { import: 'default' })

/** Speaks a locale in a brand's voice, the shop's words and the preview's own. */
export async function speakPreview(brand: Brand, locale: Locale): Promise<void> {
  const [words, speech] = await Promise.all([files[`./${locale}.json`]!(), startSpeech(brand, locale)])
  speech.addResourceBundle(locale, 'preview', words)
  await learnWords('seat')
}
