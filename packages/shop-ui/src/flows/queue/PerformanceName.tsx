import type { Instance } from '@playhouse/api-client/contract'
import { useFormats, useTexts } from '#i18n'
import { classNames } from '#theme'
import styles from './QueuePage.module.css'

/** Title and date of the performance. */
export function PerformanceName({ instance }: { readonly instance: Instance }) {
  const formats = useFormats()
  const { title, langOf } = useTexts()(instance.production)
  return (
    <p className={classNames(styles.evening)}>
      <strong lang={langOf('title')}>{title}</strong>
      {', '}
      <time dateTime={instance.startsAt}>{formats.dateAndTime(instance)}</time>
    </p>
  )
}
