import { lazy, Suspense } from 'react'
import { useWords } from '#i18n'
import { Page } from '#ui/Page'
import { WithSeatingModel } from '../model/WithSeatingModel.tsx'

const ByPriceScreen = lazy(async () => ({ default: (await import('./ByPriceScreen.tsx')).ByPriceScreen }))

/** Best available seats without a map: for a number of seats and a price. */
export function ByPricePage() {
  const t = useWords('seat')
  const loading = (
    <Page>
      <p role="status">{t('loading')}</p>
    </Page>
  )
  return (
    <WithSeatingModel title="byPrice.title" loading={loading}>
      {(instance, model) => (
        <Suspense fallback={loading}>
          <ByPriceScreen key={instance.id} instance={instance} model={model} />
        </Suspense>
      )}
    </WithSeatingModel>
  )
}
