import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './SkipLink.module.css'

type SkipLinkProps = {
  /** Id of the main element, or a way to what takes the focus. */
  readonly to: string | (() => void)
  /** Where it leads: to the content, if nothing is said. */
  readonly label?: string
}

/** Seen when Tab meets it: past the header to the content, past the filters to the seats. */
export function SkipLink({ to, label }: SkipLinkProps) {
  const t = useWords('part')
  return (
    <a
      className={classNames(styles.skip, typeof to !== 'string' && styles.here)}
      href={typeof to === 'string' ? `#${to}` : '#main'}
      onClick={(event) => {
        event.preventDefault()
        if (typeof to === 'string') document.getElementById(to)?.focus()
        else to()
      }}
    >
      {label ?? t('skip')}
    </a>
  )
}
