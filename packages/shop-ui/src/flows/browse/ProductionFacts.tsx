import type { Production } from '@playhouse/domain/season'
import { useTexts, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './ProductionFacts.module.css'

/** Venue, duration, age guidance, warnings and streaming; the theatre's copy is in its own language. */
export function ProductionFacts(props: { readonly production: Production }) {
  const t = useWords('browse')
  const { runningTime, intervals, ageGuidance, warnings, streaming, venue, copyLanguage, langOf } = useTexts()(props.production)
  const [hours, minutes] = [Math.floor(runningTime / 60), runningTime % 60]
  const duration = [hours > 0 && t('facts.hours', { hours }), minutes > 0 && t('facts.minutes', { minutes })].filter(Boolean).join(' ')
  return (
    <dl className={classNames(styles.facts)}>
      {venue && (
        <div>
          <dt>{t('facts.where')}</dt>
          <dd lang={copyLanguage}>{venue}</dd>
        </div>
      )}
      <div>
        <dt>{t('facts.runningTime')}</dt>
        <dd>{intervals > 0 ? `${duration}, ${t('facts.intervals', { count: intervals })}` : duration}</dd>
      </div>
      {ageGuidance > 0 && (
        <div>
          <dt>{t('facts.age')}</dt>
          <dd>{t('facts.ageFrom', { age: ageGuidance })}</dd>
        </div>
      )}
      {warnings.length > 0 && (
        <div>
          <dt>{t('facts.warnings')}</dt>
          <dd lang={langOf('warnings')}>
            {warnings.length === 1 ? (
              warnings[0]
            ) : (
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      )}
      {streaming && (
        <div>
          <dt>{t('facts.streaming')}</dt>
          <dd lang={langOf('streaming')}>{streaming}</dd>
        </div>
      )}
    </dl>
  )
}
