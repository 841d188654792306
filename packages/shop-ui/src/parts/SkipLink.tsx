import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './SkipLink.module.css'

/** The first thing Tab meets: past the header to the content. */
export function SkipLink({ to }: { /** Id of the main element. */ readonly to: string }) {
  const t = useWords('part')
  return (
    <a
      className={classNames(styles.skip)}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {t('skip')}
    </a>
  )
}
