import { useEffect } from 'react'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { Notice } from '#ui/Notice'
import { classNames } from '#theme'
import { useTurnAlerts } from './turn-alerts.ts'
import styles from './QueuePage.module.css'

/** Options for the alert of the visitor's turn: sound, tab title and notification are off by default. */
export function TurnAlertOptions({ visitorsAhead }: { readonly visitorsAhead: number | undefined }) {
  const t = useWords('queue')
  const { number } = useFormats()
  const { wantedAlerts, setWanted, isRefused } = useTurnAlerts()
  useEffect(() => {
    if (!wantedAlerts.tab || visitorsAhead === undefined) return
    const before = document.title
    document.title = visitorsAhead === 0 ? t('ahead.none') : t('call.tabPlace', { number: number(visitorsAhead) })
    return () => void (document.title = before)
  }, [wantedAlerts.tab, visitorsAhead, number, t])
  return (
    <section aria-labelledby="call-title" className={classNames(styles.section)}>
      <h2 id="call-title">{t('call.title')}</h2>
      <div className={styles.calls}>
        {(['tab', 'sound', 'notification'] as const).map((call) => (
          <Checkbox key={call} name={`call-${call}`} value={wantedAlerts[call]} onChange={(value) => void setWanted(call, value)}>
            {t(`call.${call}`)}
          </Checkbox>
        ))}
      </div>
      {isRefused && (
        <Notice tone="info" role="status">
          {t('call.refused')}
        </Notice>
      )}
    </section>
  )
}
