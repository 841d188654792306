import type { Prices } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { useBrand } from '#server-state'
import { LoadingPartySize } from '../choice/LoadingPartySize.tsx'
import { BandPrices } from '../words/BandPrices.tsx'
import questionStyles from './ByPriceQuestions.module.css'
import styles from './ByPriceScreen.module.css'

/** The selection by price while the hall loads, as the server renders it: prices and the size of the party. */
export function ByPriceLoading({ prices }: { readonly prices: Prices }) {
  const t = useWords('seat')
  const { limits } = useBrand()
  return (
    <div className={styles.screen}>
      <div className={questionStyles.form}>
        <LoadingPartySize maximum={limits.ticketsPerOrder} />
        <BandPrices prices={prices} />
      </div>
      <p role="status" className={styles.hint}>
        {t('loading')}
      </p>
    </div>
  )
}
