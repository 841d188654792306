import { lazy, useEffect } from 'react'
import { useWords } from '#i18n'
import { Page } from '#ui/Page'
import { WithSeatingModel } from '../model/WithSeatingModel.tsx'
import { ByPriceFrame } from './ByPriceFrame.tsx'
import { ByPriceLoading } from './ByPriceLoading.tsx'

const loadScreen = () => import('./ByPriceScreen.tsx')
/** Without a separate suspense boundary: the loading state stays until the code has arrived as well. */
const ByPriceScreen = lazy(async () => ({ default: (await loadScreen()).ByPriceScreen }))

/** Best available seats without a map: for a number of seats and a price. */
export function ByPricePage() {
  const t = useWords('seat')
  useEffect(() => {
    // A failure is shown when the screen itself is loaded.
    loadScreen().catch(() => {})
  }, [])
  return (
    <WithSeatingModel
      title="byPrice.title"
      renderLoading={(known) =>
        known ? (
          <ByPriceFrame key={known.instance.id} instance={known.instance}>
            <ByPriceLoading prices={known.prices} />
          </ByPriceFrame>
        ) : (
          <Page>
            <p role="status">{t('loading')}</p>
          </Page>
        )
      }
    >
      {(instance, model) => (
        <ByPriceFrame key={instance.id} instance={instance}>
          <ByPriceScreen key={model.plan.version} instance={instance} model={model} />
        </ByPriceFrame>
      )}
    </WithSeatingModel>
  )
}
