import type { Prices } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { useBrand } from '#server-state'
import { BandPrices } from './words/BandPrices.tsx'
import { classNames } from '#theme'
import { useEarlyTexts } from './early/early-texts.ts'
import { LoadingPartySize } from './choice/LoadingPartySize.tsx'
import panelStyles from './choice/YourSeats.module.css'
import styles from './SeatScreen.module.css'

/** The seat screen while the hall loads, as the server renders it: prices and the size of the party. */
export function SeatsLoading({ prices }: { readonly prices: Prices }) {
  const t = useWords('seat')
  const { limits } = useBrand()
  return (
    <div className={styles.house}>
      <div className={styles.map} data-early-texts={useEarlyTexts(prices)}>
        <p role="status" className={styles.loading}>
          {t('loading')}
        </p>
      </div>
      <div className={styles.end} data-early-panel="">
        <section aria-labelledby="your-seats" className={classNames(panelStyles.panel)}>
          <div className={panelStyles.head}>
            <h2 id="your-seats">{t('yours.title')}</h2>
          </div>
          <div className={panelStyles.body}>
            {!prices.seatBlocks && <LoadingPartySize maximum={limits.ticketsPerOrder} />}
            <BandPrices prices={prices} />
          </div>
        </section>
      </div>
    </div>
  )
}
