import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import './tool.css'
import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { chooseLocale, MessagesProvider } from '@playhouse/shop-ui/i18n'
import { brands } from '#brand'
import { speakPreview } from '#words'
import { Workbench } from './Workbench.tsx'

/** The tool's language is separate from the shop's: a Swedish user may view a German shop. */
const key = 'preview-language'

/** Starts the workbench in the designer's own language. */
export async function startWorkbench(place: HTMLElement): Promise<void> {
  // One style sheet for both pages; each uses its part.
  document.documentElement.classList.add('tool')
  const brand = brands[0]!
  await speakPreview(brand, chooseLocale(brand, savedLanguage(), navigator.languages))
  createRoot(place).render(
    <StrictMode>
      <Suspense>
        <Tool brand={brand} />
      </Suspense>
    </StrictMode>,
  )
}

function Tool({ brand }: { readonly brand: Brand }) {
  const [switchCount, setSpoken] = useState(0)
  const speak = async (locale: Locale): Promise<void> => {
    saveLanguage(locale)
    await speakPreview(brand, locale)
    setSpoken((count) => count + 1)
  }
  return (
    <MessagesProvider key={switchCount} currency={brand.currency} timeZone={brand.timeZone}>
      <Workbench onSpeak={(locale) => void speak(locale)} />
    </MessagesProvider>
  )
}

function savedLanguage(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function saveLanguage(locale: Locale): void {
  try {
    localStorage.setItem(key, locale)
  } catch {
    // Storage may be disabled; then the language lasts as long as the page.
  }
}
