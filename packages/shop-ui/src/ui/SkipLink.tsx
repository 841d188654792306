import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './SkipLink.module.css'

type SkipLinkProps = {
  /** Id of the target element, or a function that moves the focus. */
  readonly to: string | (() => void)
  /** Its text; "skip to content" by default. */
  readonly label?: string
}

/** A skip link, visible while it has the focus: past the header to the content, past the filters to the seats. */
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
