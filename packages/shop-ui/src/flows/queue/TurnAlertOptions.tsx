import { useEffect } from 'react'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { Notice } from '#ui/Notice'
import { classNames } from '#theme'
import { useTurnAlerts } from './turn-alerts.ts'
import styles from './QueuePage.module.css'

/** Options for the alert of the visitor's turn: sound, tab title and notification are off by default. */
export function TurnAlertOptions({ ahead }: { readonly ahead: number | undefined }) {
  const t = useWords('queue')
  const { number } = useFormats()
  const { wanted, want, isRefused } = useTurnAlerts()
  useEffect(() => {
    if (!wanted.tab || ahead === undefined) return
    const before = document.title
    document.title = ahead === 0 ? t('ahead.none') : t('call.tabPlace', { number: number(ahead) })
    return () => void (document.title = before)
  }, [wanted.tab, ahead, number, t])
  return (
    <section aria-labelledby="call-title" className={classNames(styles.section)}>
      <h2 id="call-title">{t('call.title')}</h2>
      <div className={styles.calls}>
        {(['tab', 'sound', 'notification'] as const).map((call) => (
          <Checkbox key={call} name={`call-${call}`} value={wanted[call]} onChange={(value) => void want(call, value)}>
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
