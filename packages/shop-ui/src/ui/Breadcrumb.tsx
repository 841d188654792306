import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Breadcrumb.module.css'
import { Link } from './Link.tsx'

export type Crumb = {
  readonly label: string
  /** Absent for the current page. */
  readonly to?: string
  /** The language of the label, where it is not the page's. */
  readonly lang?: string | undefined
}

/** Path of the current page with links to its ancestors. */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const t = useWords('part')
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol role="list" className={classNames(styles.trail)}>
        {crumbs.map(({ label, to, lang }) => (
          <li key={label} lang={lang}>
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
