import './no-eval.ts'
import '@playhouse/shop-ui/theme/tokens.css'
import '@playhouse/shop-ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { chooseLocale, savedLocale, initI18n } from '@playhouse/shop-ui/i18n'
import { installImmediateFocus } from '@playhouse/shop-ui/ui/immediateFocus'
import { reloadOnChunkError } from '@playhouse/shop-ui/browser'
import { readBoot } from '@playhouse/shop-ui/server-state'
import { ignoreSkippedTransitions } from './skipped-transitions.ts'
import { Shop } from './Shop.tsx'
import { routes } from './routes.tsx'

/** Starts the shop: first brand and locale, which all screens need, then the router with its guards. */
async function start(place: HTMLElement): Promise<void> {
  reloadOnChunkError()
  installImmediateFocus()
  ignoreSkippedTransitions()
  history.scrollRestoration = 'manual'
  const { site, locale } = await readBoot()
  const { brand } = site
  await initI18n(brand, locale ?? chooseLocale(brand, savedLocale(document.cookie), navigator.languages))
  const router = createBrowserRouter(routes)
  createRoot(place).render(
    <StrictMode>
      <Shop brand={brand} router={router} />
    </StrictMode>,
  )
}

void start(document.getElementById('shop')!)
