import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { loadMessages, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useIsHydrated } from '#ui/hydration'
import { classNames } from '#theme'
import styles from './InstancePage.module.css'

// Loaded when it is opened: the page of a performance needs none of it.
const ProductsDialog = lazy(async () => {
  const [{ PerformanceProductsDialog }] = await Promise.all([import('#products'), loadMessages('product'), loadMessages('order')])
  return { default: PerformanceProductsDialog }
})

/** What is sold for a performance besides tickets, in a dialog with its own URL (`?visit`), so that an order can link to it. */
export function VisitProducts({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const [search, setSearch] = useSearchParams()
  const show = (isShown: boolean): void => {
    const changed = new URLSearchParams(search)
    if (isShown) changed.set('visit', '')
    else changed.delete('visit')
    setSearch(changed, { replace: true, preventScrollReset: true })
  }
  const isHydrated = useIsHydrated()
  const isOpen = isHydrated && search.has('visit')
  // Stays mounted once opened, for the closing animation.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (instance.products.length === 0 && !isOpen) return null
  return (
    <section aria-labelledby="visit-title" className={classNames(styles.section)}>
      <h2 id="visit-title">{t('visit.title')}</h2>
      <p className={styles.soft}>{t('visit.text')}</p>
      <p>
        <Button onPress={() => show(true)}>{t('visit.open')}</Button>
      </p>
      {wasOpen && (
        <Suspense>
          <ProductsDialog instance={instance.id} isOpen={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </section>
  )
}
