import type { Instance, SaleProgress } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { TurnAlertOptions } from './TurnAlertOptions.tsx'
import { TransferTicket } from './TransferTicket.tsx'
import styles from './QueuePage.module.css'
import { SaleProgressTable } from './SaleProgressTable.tsx'

type WaitingInfoProps = {
  readonly instance: Instance
  readonly to: string
  readonly sale: SaleProgress
  /** People ahead, once the queue is open. */
  readonly visitorsAhead?: number
}

/** Information and options while waiting. */
export function WaitingInfo({ instance, to, sale, visitorsAhead }: WaitingInfoProps) {
  const t = useWords('queue')
  return (
    <>
      <p>{t('kept')}</p>
      <TurnAlertOptions visitorsAhead={visitorsAhead} />
      <TransferTicket instance={instance.id} to={to} />
      <SaleProgressTable sale={sale} />
      <section aria-labelledby="next-title" className={classNames(styles.section)}>
        <h2 id="next-title">{t('next.title')}</h2>
        <ol className={styles.steps}>
          {(['turn', 'choose', 'held'] as const).map((step) => (
            <li key={step}>{t(`next.${step}`)}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
